double largest(double a, double b) { return __builtin_elementwise_max(b, a); }
