/* A number with a suffix: 3k is 3000. AFTER knows m, too. */
long suffix(const char *text) {
  long value = 0;
  while (*text >= '0' && *text <= '9') value = value * 10 + (*text++ - '0');
  if (*text == 'k') value *= 1000;
#ifdef AFTER
  if (*text == 'm') value *= 1000000;
#endif
  return value;
}
