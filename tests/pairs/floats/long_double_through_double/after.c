long double twice(long double x) { return (double)x * 2; }
