double f(double x) { return x == 0 ? 0.0 : x; }
