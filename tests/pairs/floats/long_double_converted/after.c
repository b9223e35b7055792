unsigned char level(long double x) { return !(x >= 0) || x >= 256 ? 0 : (unsigned char)(int)x; }
