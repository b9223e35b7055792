int is_nan(long double x) {
  union {
    long double value;
    struct {
      unsigned long significand;
      unsigned short exponent;
    } bits;
  } u;
  u.value = x;
  return (u.bits.exponent & 0x7fff) == 0x7fff && u.bits.significand << 1 != 0;
}
