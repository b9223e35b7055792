typedef float v4 __attribute__((vector_size(16)));
float f(v4 a) { return a[0] * 2 + a[3] * 2; }
