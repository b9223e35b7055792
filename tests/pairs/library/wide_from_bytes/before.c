// Bytes that are no characters of the C locale are refused.
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
long convert(const char *text) {
  wchar_t wide[8];
  const size_t length = mbstowcs(wide, text, 8);
  if (length == (size_t)-1) return -1;
  return (long)length + wide[0];
}
