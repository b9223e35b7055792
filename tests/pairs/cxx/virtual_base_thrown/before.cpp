// The value lies in a virtual base, of which the types do not tell where it is.
struct V {
  int v;
};
struct C : virtual V {
  int w;
};
void raise(int x) {
  C c;
  c.w = 1;
  c.v = x;
  throw c;
}
