static void thrower(int x) {
  if (x == 1) throw 1;
  if (x == 2) throw 2.0;
}
int f(int x) {
  try {
    thrower(x);
  } catch (int) {
    return 1;
  } catch (double) {
    return 2;
  }
  return 0;
}
