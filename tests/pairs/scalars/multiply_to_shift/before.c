unsigned f(unsigned y) { return y * 8 + 1; }
