struct Base {
  int tag = 3;
};
struct Derived : private Base {};
int f(int x) {
  try {
    if (x > 0) throw Derived();
  } catch (const Base& b) {
    return b.tag;
  } catch (...) {
    return 9;
  }
  return 0;
}
