typedef int v8 __attribute__((vector_size(32)));
int f(v8 a) {
  v8 m = a > 0;
  return m[0] + m[7];
}
