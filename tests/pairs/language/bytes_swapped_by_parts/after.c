unsigned long f(unsigned long x, unsigned short s) {
  return ((unsigned long)__builtin_bswap32((unsigned)x) << 32 | __builtin_bswap32(x >> 32)) ^ (unsigned short)(s << 8 | s >> 8) ^
         ((unsigned)x << 5 | (unsigned)x >> 27) ^ __builtin_bitreverse8(s);
}
