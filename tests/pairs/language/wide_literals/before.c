#include <uchar.h>
int f(int k) {
  const char16_t* s = u"h\u20ac";
  const char32_t* t = U"h\U0001F600";
  return s[k & 1] + t[k & 1] + (unsigned char)u8"\u00e9"[k & 1];
}
