struct s {
  _BitInt(20) a;
  unsigned _BitInt(37) b;
};
long f(struct s* p) {
  p->a += 1;
  return p->a + (long)p->b;
}
