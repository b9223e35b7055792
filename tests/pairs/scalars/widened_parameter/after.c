long f(long a) { return a + 1; }
