int limit(int v) { return v > 100 ? 100 : v; }
