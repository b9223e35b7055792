struct s {
  _BitInt(20) a;
  unsigned _BitInt(37) b;
};
long f(struct s* p) {
  p->a++;
  return (long)p->b + p->a;
}
