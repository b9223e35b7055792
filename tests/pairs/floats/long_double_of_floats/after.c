int less(float a, float b) { return a < b; }
