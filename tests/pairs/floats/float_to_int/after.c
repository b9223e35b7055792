int f(double x) { if (x > -1000 && x < 1000) { int r = (int)x; return r; } return 0; }
