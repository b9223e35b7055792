static int check(int x) {
  if (x > 101) throw 7;
  return x;
}
int f(int x) {
  try {
    return check(x);
  } catch (int) {
    return 100;
  }
}
