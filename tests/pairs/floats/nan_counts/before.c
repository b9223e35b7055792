int f(double x) { return x < 1.0; }
