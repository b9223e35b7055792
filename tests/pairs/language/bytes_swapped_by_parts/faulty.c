unsigned long f(unsigned long x, unsigned short s) {
  return __builtin_bswap64(x) ^ __builtin_bswap16(s) ^ __builtin_rotateleft32((unsigned)x, 4) ^ __builtin_bitreverse8(s);
}
