typedef float v4 __attribute__((vector_size(16)));
float f(v4 a) {
  a = a * 2;
  return a[0] + a[3];
}
