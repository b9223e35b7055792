int f(float x) { if (x <= 0.0f || x >= 10.0f || x != x) return 0; return 1; }
