static unsigned common_divisor(unsigned a, unsigned b) { return b == 0 ? a : common_divisor(b, a % b); }
unsigned f(unsigned a) { return common_divisor(a, 12); }
