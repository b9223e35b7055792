double rest(int unused) { return -0.0; }
