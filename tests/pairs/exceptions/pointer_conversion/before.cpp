struct Base {
  int tag;
};
struct Derived : Base {};
static Derived object;
int f(int x) {
  object.tag = 4;
  try {
    if (x > 0) throw &object;
  } catch (Base* b) {
    return b->tag;
  }
  return 0;
}
