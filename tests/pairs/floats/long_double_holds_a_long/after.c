long same(long n) { return (long)(long double)n; }
