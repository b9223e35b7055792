int less(float a, float b) { return (long double)a < (long double)b; }
