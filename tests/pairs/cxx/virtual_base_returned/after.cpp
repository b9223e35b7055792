// The value lies in a virtual base, of which the types do not tell where it is.
struct V {
  int v;
};
struct C : virtual V {
  int w;
};
C make(int x) {
  C c;
  c.w = 1;
  c.v = x + (x == 9);
  return c;
}
