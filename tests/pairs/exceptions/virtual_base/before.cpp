struct Base {
  int tag = 3;
};
struct Derived : virtual Base {};
int f(int x) {
  try {
    if (x > 0) throw Derived();
  } catch (const Base& b) {
    return b.tag;
  }
  return 0;
}
