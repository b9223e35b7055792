struct First {
  int one = 1;
};
struct Second {
  int two = 2;
};
struct Both : First, Second {};
int f(int x) {
  try {
    if (x > 0) throw Both();
  } catch (const Second& s) {
    return s.two * 1;
  }
  return 0;
}
