int mix(int c, int a, int b) { return c * a - b; }
