int limit(long v) { return v > 100 ? 100 : v; }
