typedef int v4 __attribute__((vector_size(16)));
v4 f(v4 a, v4 b) {
  a = a << 1;
  a[2] ^= 1;
  return a + b;
}
