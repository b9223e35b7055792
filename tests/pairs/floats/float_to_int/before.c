int f(double x) { if (!(x > -1000 && x < 1000)) return 0; return (int)x; }
