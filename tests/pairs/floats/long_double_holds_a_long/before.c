long same(long n) { return n; }
