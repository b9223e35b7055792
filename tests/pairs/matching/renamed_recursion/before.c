static unsigned gcd(unsigned a, unsigned b) { return b == 0 ? a : gcd(b, a % b); }
unsigned f(unsigned a) { return gcd(a, 12); }
