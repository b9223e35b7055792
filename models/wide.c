// <wchar.h> and <wctype.h> in the C locale, where a wide character and a byte are the same number, up to 127, and others have no
// counterpart. Values are those of glibc: comparisons give -1, 0 or 1, tests the bit of the class.
#include "model.h"

typedef int Wide;
typedef unsigned Character;  // or WEOF

enum { noSuchCharacter = 84 };

// --- characters

int iswupper(Character c) { return c - 'A' <= 'Z' - 'A' ? 256 : 0; }
int iswlower(Character c) { return c - 'a' <= 'z' - 'a' ? 512 : 0; }
int iswalpha(Character c) { return ((c | 32) - 'a' <= 'z' - 'a') ? 1024 : 0; }
int iswdigit(Character c) { return c - '0' <= 9 ? 1 : 0; }
int iswxdigit(Character c) { return ((c - '0' <= 9) | ((c | 32) - 'a' <= 5)) ? 4096 : 0; }
int iswspace(Character c) { return ((c == ' ') | (c - '\t' <= '\r' - '\t')) ? 8192 : 0; }
int iswprint(Character c) { return c - ' ' <= '~' - ' ' ? 16384 : 0; }
int iswgraph(Character c) { return c - '!' <= '~' - '!' ? 32768 : 0; }
int iswblank(Character c) { return ((c == ' ') | (c == '\t')) ? 1 : 0; }
int iswcntrl(Character c) { return ((c < ' ') | (c == 127)) ? 2 : 0; }
int iswalnum(Character c) { return ((c - '0' <= 9) | ((c | 32) - 'a' <= 'z' - 'a')) ? 8 : 0; }
int iswpunct(Character c) {
  return ((c - '!' <= '/' - '!') | (c - ':' <= '@' - ':') | (c - '[' <= '`' - '[') | (c - '{' <= '~' - '{')) ? 4 : 0;
}

Character towlower(Character c) { return c - 'A' <= 'Z' - 'A' ? c + 32 : c; }
Character towupper(Character c) { return c - 'a' <= 'z' - 'a' ? c - 32 : c; }

// --- texts

size_t wcslen(const Wide* s) {
  size_t length = 0;
  while (s[length] != 0) length++;
  return length;
}

size_t wcsnlen(const Wide* s, size_t most) {
  size_t length = 0;
  while (length < most && s[length] != 0) length++;
  return length;
}

Wide* wcpcpy(Wide* to, const Wide* from) {
  const size_t length = wcslen(from);
  cleave_vm_disjoint(to, 4 * (length + 1), from, 4 * (length + 1));
  for (size_t i = 0; i <= length; i++) to[i] = from[i];
  return to + length;
}

Wide* wcscpy(Wide* to, const Wide* from) {
  wcpcpy(to, from);
  return to;
}

Wide* wcpncpy(Wide* to, const Wide* from, size_t count) {
  const size_t length = wcsnlen(from, count);
  cleave_vm_disjoint(to, 4 * count, from, 4 * (length < count ? length + 1 : length));
  for (size_t i = 0; i < count; i++) to[i] = i < length ? from[i] : 0;
  return to + length;
}

Wide* wcsncpy(Wide* to, const Wide* from, size_t count) {
  wcpncpy(to, from, count);
  return to;
}

Wide* wcscat(Wide* to, const Wide* from) {
  wcpcpy(to + wcslen(to), from);
  return to;
}

Wide* wcsncat(Wide* to, const Wide* from, size_t most) {
  Wide* end = to + wcslen(to);
  const size_t length = wcsnlen(from, most);
  cleave_vm_disjoint(end, 4 * (length + 1), from, 4 * (length < most ? length + 1 : length));
  for (size_t i = 0; i < length; i++) end[i] = from[i];
  end[length] = 0;
  return to;
}

static int compare(Wide a, Wide b) { return (a > b) - (a < b); }

int wcscmp(const Wide* a, const Wide* b) {
  while (*a == *b && *a != 0) a++, b++;
  return compare(*a, *b);
}

int wcscoll(const Wide* a, const Wide* b) { return wcscmp(a, b); }

int wcsncmp(const Wide* a, const Wide* b, size_t most) {
  for (; most > 0; most--, a++, b++)
    if (*a != *b || *a == 0) return compare(*a, *b);
  return 0;
}

int wcsncasecmp(const Wide* a, const Wide* b, size_t most) {
  for (; most > 0; most--, a++, b++) {
    const Character x = towlower((Character)*a), y = towlower((Character)*b);
    if (x != y || x == 0) return (int)(x - y);
  }
  return 0;
}

int wcscasecmp(const Wide* a, const Wide* b) { return wcsncasecmp(a, b, (size_t)-1); }

Wide* wcschrnul(const Wide* s, Wide c) {
  while (*s != c && *s != 0) s++;
  return (Wide*)s;
}

Wide* wcschr(const Wide* s, Wide c) {
  s = wcschrnul(s, c);
  return *s == c ? (Wide*)s : 0;
}

Wide* wcsrchr(const Wide* s, Wide c) {
  const Wide* last = 0;
  for (;; s++) {
    if (*s == c) last = s;
    if (*s == 0) return (Wide*)last;
  }
}

size_t wcsspn(const Wide* s, const Wide* accepted) {
  size_t length = 0;
  while (s[length] != 0 && wcschr(accepted, s[length]) != 0) length++;
  return length;
}

size_t wcscspn(const Wide* s, const Wide* rejected) {
  size_t length = 0;
  while (s[length] != 0 && wcschr(rejected, s[length]) == 0) length++;
  return length;
}

Wide* wcspbrk(const Wide* s, const Wide* accepted) {
  s += wcscspn(s, accepted);
  return *s != 0 ? (Wide*)s : 0;
}

Wide* wcsstr(const Wide* text, const Wide* word) {
  for (;; text++) {
    size_t i = 0;
    while (word[i] != 0 && text[i] == word[i]) i++;
    if (word[i] == 0) return (Wide*)text;
    if (*text == 0) return 0;
  }
}

Wide* wcswcs(const Wide* text, const Wide* word) { return wcsstr(text, word); }

Wide* wcstok(Wide* text, const Wide* separators, Wide** rest) {
  if (text == 0) text = *rest;
  if (text == 0) return 0;
  text += wcsspn(text, separators);
  if (*text == 0) {
    *rest = 0;
    return 0;
  }
  Wide* end = text + wcscspn(text, separators);
  *rest = *end == 0 ? 0 : end + 1;
  *end = 0;
  return text;
}

Wide* wcsdup(const Wide* s) {
  const size_t length = wcslen(s);
  Wide* copy = malloc(4 * (length + 1));
  if (copy == 0) return 0;
  for (size_t i = 0; i <= length; i++) copy[i] = s[i];
  return copy;
}

// --- memory

Wide* wmemcpy(Wide* to, const Wide* from, size_t count) { return memcpy(to, from, 4 * count); }
Wide* wmempcpy(Wide* to, const Wide* from, size_t count) { return (Wide*)memcpy(to, from, 4 * count) + count; }
Wide* wmemmove(Wide* to, const Wide* from, size_t count) { return memmove(to, from, 4 * count); }

Wide* wmemset(Wide* to, Wide c, size_t count) {
  for (size_t i = 0; i < count; i++) to[i] = c;
  return to;
}

int wmemcmp(const Wide* a, const Wide* b, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (a[i] != b[i]) return compare(a[i], b[i]);
  return 0;
}

Wide* wmemchr(const Wide* s, Wide c, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (s[i] == c) return (Wide*)(s + i);
  return 0;
}

// --- bytes

static size_t refuse(void) {
  cleave_model_errno = noSuchCharacter;
  return (size_t)-1;
}

Character btowc(int c) { return (unsigned)c <= 127 ? (Character)c : (Character)-1; }
int wctob(Character c) { return c <= 127 ? (int)c : -1; }

// glibc looks for the end of the text before it looks how much it may read.
int mbtowc(Wide* to, const char* from, size_t most) {
  if (from == 0) return 0;
  if (*from != 0 && most == 0) return -1;
  if (*from < 0) return (int)refuse();
  if (to != 0) *to = *from;
  return *from != 0;
}

int mblen(const char* from, size_t most) { return mbtowc(0, from, most); }

int wctomb(char* to, Wide c) {
  if (to == 0) return 0;
  if ((Character)c > 127) return (int)refuse();
  *to = (char)c;
  return 1;
}

size_t mbstowcs(Wide* to, const char* from, size_t most) {
  for (size_t i = 0; to == 0 || i < most; i++) {
    if (from[i] < 0) return refuse();
    if (to != 0) to[i] = from[i];
    if (from[i] == 0) return i;
  }
  return most;
}

size_t wcstombs(char* to, const Wide* from, size_t most) {
  for (size_t i = 0; to == 0 || i < most; i++) {
    if ((Character)from[i] > 127) return refuse();
    if (to != 0) to[i] = (char)from[i];
    if (from[i] == 0) return i;
  }
  return most;
}
