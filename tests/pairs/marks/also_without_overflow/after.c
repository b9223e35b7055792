int next(int i) { return i > 5 ? i : i + 1; }
