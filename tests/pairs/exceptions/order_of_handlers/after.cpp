struct Base {
  virtual ~Base() {}
};
struct Derived : Base {};
static void thrower(int x) {
  if (x == 1) throw Derived();
  if (x == 2) throw Base();
}
int f(int x) {
  try {
    thrower(x);
  } catch (const Base&) {
    return 20;
  } catch (const Derived&) {
    return 10;
  }
  return 0;
}
