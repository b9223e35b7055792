int next(int i) { return i + 1; }
