long double twice(long double x) { return x + x; }
