struct A {
  int k;
  ~A() noexcept(false) {
    if (k == 2) throw 1;
  }
};
int f(int a) {
  try {
    A x{a};
  } catch (int) {
    return 9;
  }
  return a;
}
