// Zero has no first bit: the count of its zeros is thrown away, and nothing is undefined.
int first(unsigned char flags) { return flags ? __builtin_ctz(flags) + 1 : -1; }
