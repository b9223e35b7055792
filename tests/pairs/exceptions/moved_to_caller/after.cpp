static void check(int x) {
  if (x >= 101) throw 7;
}
int f(int x) {
  try {
    check(x);
  } catch (int code) {
    return code;
  }
  return x;
}
