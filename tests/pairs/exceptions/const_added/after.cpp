int f(int x) {
  static char text[] = "abc";
  try {
    if (x > 0) throw &text[0];
  } catch (const char* s) {
    return s[x % 2];
  }
  return 0;
}
