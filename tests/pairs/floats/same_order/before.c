int f(float x) { return x > 0.0f && x < 10.0f; }
