// Parts of <stdlib.h> as plain C. errno is not modelled.

typedef unsigned long size_t;
void* malloc(size_t size);
void free(void* memory);
void* memcpy(void* to, const void* from, size_t size);

int abs(int x) { return x < 0 ? -x : x; }
long labs(long x) { return x < 0 ? -x : x; }
long long llabs(long long x) { return x < 0 ? -x : x; }

static int digitOf(char c, int base) {
  int value = 99;
  if (c >= '0' && c <= '9') value = c - '0';
  if (c >= 'a' && c <= 'z') value = c - 'a' + 10;
  if (c >= 'A' && c <= 'Z') value = c - 'A' + 10;
  return value < base ? value : -1;
}

static int isSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

long strtol(const char* text, char** end, int base) {
  const unsigned long most = ~0ul >> 1;
  const char* s = text;
  while (isSpace(*s)) s++;
  int negative = *s == '-';
  if (*s == '-' || *s == '+') s++;
  if ((base == 0 || base == 16) && s[0] == '0' && (s[1] == 'x' || s[1] == 'X') && digitOf(s[2], 16) >= 0) {
    s += 2;
    base = 16;
  }
  if (base == 0) base = *s == '0' ? 8 : 10;
  const unsigned long limit = negative ? most + 1 : most;
  unsigned long value = 0;
  int any = 0;
  int overflow = 0;
  for (; digitOf(*s, base) >= 0; s++) {
    unsigned long digit = (unsigned long)digitOf(*s, base);
    if (overflow || value > (limit - digit) / (unsigned long)base) {
      overflow = 1;
    } else {
      value = value * (unsigned long)base + digit;
    }
    any = 1;
  }
  if (end != 0) *end = (char*)(any ? s : text);
  if (overflow) value = limit;
  return (long)(negative ? 0 - value : value);
}

long long strtoll(const char* text, char** end, int base) { return strtol(text, end, base); }
int atoi(const char* text) { return (int)strtol(text, 0, 10); }
long atol(const char* text) { return strtol(text, 0, 10); }
long long atoll(const char* text) { return strtol(text, 0, 10); }

// The merge sort of glibc up to 2.36: stable, and the comparisons come in its order.
static void sortInto(char* base, size_t count, size_t size, int (*compare)(const void*, const void*), char* room) {
  if (count <= 1) return;
  size_t n1 = count / 2;
  size_t n2 = count - n1;
  char* a = base;
  char* b = base + n1 * size;
  sortInto(a, n1, size, compare, room);
  sortInto(b, n2, size, compare, room);
  char* to = room;
  while (n1 > 0 && n2 > 0) {
    if (compare(a, b) <= 0) {
      memcpy(to, a, size);
      a += size;
      n1--;
    } else {
      memcpy(to, b, size);
      b += size;
      n2--;
    }
    to += size;
  }
  memcpy(to, a, n1 * size);
  memcpy(base, room, (count - n2) * size);
}

void qsort(void* base, size_t count, size_t size, int (*compare)(const void*, const void*)) {
  if (count <= 1 || size == 0) return;
  char* room = malloc(count * size);
  sortInto(base, count, size, compare, room);
  free(room);
}

void* bsearch(const void* key, const void* base, size_t count, size_t size, int (*compare)(const void*, const void*)) {
  size_t low = 0;
  size_t high = count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    const char* at = (const char*)base + middle * size;
    int order = compare(key, at);
    if (order < 0) {
      high = middle;
    } else if (order > 0) {
      low = middle + 1;
    } else {
      return (void*)at;
    }
  }
  return 0;
}
