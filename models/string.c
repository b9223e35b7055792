// String functions as plain C, for programs that call them without defining them. They are executed symbolically, so they are simple on
// purpose. strcmp, strncmp and memcmp return the difference of the first differing bytes, as glibc's do on x86-64; C guarantees only the
// sign.

typedef unsigned long size_t;
void* malloc(size_t size);
void* memcpy(void* to, const void* from, size_t size);

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
  char* t = to;
  while ((*t++ = *from++) != 0) {
  }
  return to;
}

char* stpcpy(char* to, const char* from) {
  while ((*to = *from) != 0) {
    to++;
    from++;
  }
  return to;
}

char* strncpy(char* to, const char* from, size_t n) {
  size_t i = 0;
  for (; i < n && from[i] != 0; i++) to[i] = from[i];
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
