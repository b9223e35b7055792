struct __attribute__((packed)) b {
  unsigned a : 5;
  unsigned long b : 60;
  unsigned short c : 11;
  char z;
};
long f(struct b* p, long x) {
  p->b += x;
  p->c = x;
  return p->b + p->a + p->c + p->z;
}
