typedef int v4 __attribute__((vector_size(16)));
v4 f(v4 a, v4 b) { return (a << 1) + b; }
