/* The value of a hexadecimal digit, or -1. AFTER forgets upper case. */
int hex(const char *digit) {
  char c = digit[0];
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
#ifndef AFTER
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
#endif
  return -1;
}
