// Words of wide characters.
#include <wchar.h>
#include <wctype.h>
int words(wchar_t a, wchar_t b, wchar_t c) {
  wchar_t text[4] = {a, b, c, 0}, copy[4];
  wmemcpy(copy, text, wcslen(text) + 1);
  int count = 0, inWord = 0;
  for (wchar_t *p = copy; *p != 0; p++) {
    const int isLetter = towupper((wint_t)*p) >= L'A' && towupper((wint_t)*p) <= L'Z';
    count += isLetter && !inWord;
    inWord = isLetter;
  }
  return count * 10 + (int)wcslen(text);
}
