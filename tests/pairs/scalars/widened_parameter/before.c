long f(int a) { return (long)a + 1; }
