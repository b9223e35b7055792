int f(const char *text) {
  int words = 0;
  int inside = 0;
  for (; *text; text++) {
    int blank = *text == ' ';
    if (!blank && !inside) words++;
    inside = !blank;
  }
  return words;
}
