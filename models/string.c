// String functions as plain C, for programs that call them without defining them. They are executed symbolically, so they are simple on
// purpose. strcmp, strncmp and memcmp return the difference of the first differing bytes, as glibc's do on x86-64; C guarantees only the
// sign.

#include "model.h"

size_t strlen(const char* s) {
  size_t n = 0;
  while (s[n] != 0) n++;
  return n;
}

size_t strnlen(const char* s, size_t most) {
  size_t n = 0;
  while (n < most && s[n] != 0) n++;
  return n;
}

int strcmp(const char* a, const char* b) {
  while (*a != 0 && *a == *b) {
    a++;
    b++;
  }
  return (unsigned char)*a - (unsigned char)*b;
}

int strncmp(const char* a, const char* b, size_t n) {
  for (; n != 0; n--, a++, b++) {
    if (*a != *b) return (unsigned char)*a - (unsigned char)*b;
    if (*a == 0) return 0;
  }
  return 0;
}

char* strcpy(char* to, const char* from) {
  size_t n = 0;
  while ((to[n] = from[n]) != 0) n++;
  cleave_vm_disjoint(to, n + 1, from, n + 1);
  return to;
}

char* stpcpy(char* to, const char* from) {
  size_t n = 0;
  while ((to[n] = from[n]) != 0) n++;
  cleave_vm_disjoint(to, n + 1, from, n + 1);
  return to + n;
}

char* strncpy(char* to, const char* from, size_t n) {
  size_t i = 0;
  for (; i < n && from[i] != 0; i++) to[i] = from[i];
  cleave_vm_disjoint(to, n, from, i < n ? i + 1 : n);
  for (; i < n; i++) to[i] = 0;
  return to;
}

char* strcat(char* to, const char* from) {
  strcpy(to + strlen(to), from);
  return to;
}

char* strncat(char* to, const char* from, size_t n) {
  char* t = to + strlen(to);
  size_t i = 0;
  for (; i < n && from[i] != 0; i++) t[i] = from[i];
  cleave_vm_disjoint(t, i + 1, from, i < n ? i + 1 : n);
  t[i] = 0;
  return to;
}

char* strchr(const char* s, int c) {
  for (;; s++) {
    if (*s == (char)c) return (char*)s;
    if (*s == 0) return 0;
  }
}

char* strrchr(const char* s, int c) {
  const char* found = 0;
  for (;; s++) {
    if (*s == (char)c) found = s;
    if (*s == 0) return (char*)found;
  }
}

char* strstr(const char* s, const char* part) {
  for (;; s++) {
    size_t i = 0;
    while (part[i] != 0 && s[i] == part[i]) i++;
    if (part[i] == 0) return (char*)s;
    if (*s == 0) return 0;
  }
}

static int contains(const char* set, char c) {
  for (; *set != 0; set++)
    if (*set == c) return 1;
  return 0;
}

size_t strspn(const char* s, const char* set) {
  size_t n = 0;
  while (s[n] != 0 && contains(set, s[n])) n++;
  return n;
}

size_t strcspn(const char* s, const char* set) {
  size_t n = 0;
  while (s[n] != 0 && !contains(set, s[n])) n++;
  return n;
}

char* strpbrk(const char* s, const char* set) {
  s += strcspn(s, set);
  return *s != 0 ? (char*)s : 0;
}

int memcmp(const void* a, const void* b, size_t n) {
  const unsigned char* x = a;
  const unsigned char* y = b;
  for (size_t i = 0; i < n; i++)
    if (x[i] != y[i]) return x[i] - y[i];
  return 0;
}

int bcmp(const void* a, const void* b, size_t n) { return memcmp(a, b, n); }

void* memchr(const void* s, int c, size_t n) {
  const unsigned char* p = s;
  for (size_t i = 0; i < n; i++)
    if (p[i] == (unsigned char)c) return (void*)(p + i);
  return 0;
}

char* strdup(const char* s) {
  size_t n = strlen(s) + 1;
  char* copy = malloc(n);
  memcpy(copy, s, n);
  return copy;
}

char* strndup(const char* s, size_t most) {
  size_t n = strnlen(s, most);
  char* copy = malloc(n + 1);
  memcpy(copy, s, n);
  copy[n] = 0;
  return copy;
}

void* memrchr(const void* s, int c, size_t n) {
  const unsigned char* p = s;
  while (n-- > 0)
    if (p[n] == (unsigned char)c) return (void*)(p + n);
  return 0;
}

void* rawmemchr(const void* s, int c) {
  const unsigned char* p = s;
  while (*p != (unsigned char)c) p++;
  return (void*)p;
}

void* memccpy(void* to, const void* from, int c, size_t n) {
  unsigned char* t = to;
  const unsigned char* f = from;
  for (size_t i = 0; i < n; i++) {
    const unsigned char byte = f[i];
    t[i] = byte;
    if (byte != (unsigned char)c) continue;
    cleave_vm_disjoint(to, i + 1, from, i + 1);
    return t + i + 1;
  }
  cleave_vm_disjoint(to, n, from, n);
  return 0;
}

void* mempcpy(void* to, const void* from, size_t n) { return (char*)memcpy(to, from, n) + n; }

void* memmem(const void* s, size_t n, const void* part, size_t partSize) {
  const char* p = s;
  for (size_t i = 0; i + partSize <= n; i++)
    if (memcmp(p + i, part, partSize) == 0) return (void*)(p + i);
  return 0;
}

char* strchrnul(const char* s, int c) {
  while (*s != 0 && *s != (char)c) s++;
  return (char*)s;
}

char* index(const char* s, int c) { return strchr(s, c); }
char* rindex(const char* s, int c) { return strrchr(s, c); }

char* stpncpy(char* to, const char* from, size_t n) {
  const size_t length = strnlen(from, n);
  strncpy(to, from, n);
  return to + length;
}

// In the C locale.
int strcoll(const char* a, const char* b) { return strcmp(a, b); }

size_t strxfrm(char* to, const char* from, size_t n) {
  const size_t length = strlen(from);
  if (n > 0) memcpy(to, from, length < n ? length + 1 : n);
  return length;
}

// --- without regard to case

static int lowered(char c) { return (unsigned char)c + (isBetween(c, 'A', 'Z') << 5); }

int strcasecmp(const char* a, const char* b) {
  for (;; a++, b++) {
    const int difference = lowered(*a) - lowered(*b);
    if (difference != 0 || *a == 0) return difference;
  }
}

int strncasecmp(const char* a, const char* b, size_t n) {
  for (; n > 0; n--, a++, b++) {
    const int difference = lowered(*a) - lowered(*b);
    if (difference != 0 || *a == 0) return difference;
  }
  return 0;
}

char* strcasestr(const char* s, const char* part) {
  const size_t length = strlen(part);
  for (;; s++) {
    if (strncasecmp(s, part, length) == 0) return (char*)s;
    if (*s == 0) return 0;
  }
}

// --- words

char* strtok_r(char* s, const char* separators, char** rest) {
  if (s == 0) s = *rest;
  s += strspn(s, separators);
  if (*s == 0) {
    *rest = s;
    return 0;
  }
  char* end = s + strcspn(s, separators);
  if (*end != 0) *end++ = 0;
  *rest = end;
  return s;
}

char* __strtok_r(char* s, const char* separators, char** rest) { return strtok_r(s, separators, rest); }

char* cleave_model_strtok_rest;
char* strtok(char* s, const char* separators) {
  if (!cleave_model_exit_is_called) cleave_vm_assume("nobody goes on with strtok where the entry has stopped");
  return strtok_r(s, separators, &cleave_model_strtok_rest);
}

char* strsep(char** s, const char* separators) {
  char* first = *s;
  if (first == 0) return 0;
  char* end = first + strcspn(first, separators);
  *s = *end != 0 ? end + 1 : 0;
  *end = 0;
  return first;
}
