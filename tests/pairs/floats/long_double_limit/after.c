int is_large(long double x) { return x >= 1e4000L; }
