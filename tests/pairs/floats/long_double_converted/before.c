unsigned char level(long double x) { return x >= 0 && x < 256 ? (unsigned char)x : 0; }
