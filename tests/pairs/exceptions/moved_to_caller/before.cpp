static void check(int x) {
  if (x > 100) throw 7;
}
int f(int x) {
  try {
    check(x);
  } catch (int code) {
    return code;
  }
  return x;
}
