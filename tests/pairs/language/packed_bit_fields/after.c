struct __attribute__((packed)) b {
  unsigned a : 5;
  unsigned long b : 60;
  unsigned short c : 11;
  char z;
};
long f(struct b* p, long x) {
  unsigned long v = p->b;
  v += x;
  p->b = v;
  p->c = x & 2047;
  return p->b + p->a + p->c + p->z;
}
