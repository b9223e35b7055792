#include <stdio.h>
struct Part {
  int id;
  explicit Part(int i) : id(i) {
    if (i == 3) throw i;
  }
  ~Part() { printf("-%d", id); }
};
struct Whole {
  Part a, b;
  explicit Whole(int x) : a(1), b(x) {}
};
int f(bool c) {
  try {
    Whole w(c ? 3 : 1);
    return w.b.id;
  } catch (int) {
    return -1;
  }
}
