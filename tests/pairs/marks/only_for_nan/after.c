int below(double x) { return !(x >= 1.0); }
