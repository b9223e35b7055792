const char *skip(const char *s) {
  while (*s == ' ') s++;
  return s;
}
