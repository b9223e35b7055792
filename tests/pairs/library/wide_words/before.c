// Words of wide characters.
#include <wchar.h>
#include <wctype.h>
int words(wchar_t a, wchar_t b, wchar_t c) {
  wchar_t text[4] = {a, b, c, 0}, copy[4];
  wcscpy(copy, text);
  int count = 0, inWord = 0;
  for (wchar_t *p = copy; *p != 0; p++) {
    const int isLetter = iswalpha((wint_t)*p) != 0;
    count += isLetter && !inWord;
    inWord = isLetter;
  }
  return count * 10 + (int)wcslen(text);
}
