long double half(long double x) { return x * 0.5L; }
