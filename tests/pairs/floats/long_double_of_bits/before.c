int above_one(unsigned long significand, unsigned short exponent) {
  union {
    long double value;
    struct {
      unsigned long significand;
      unsigned short exponent;
    } bits;
  } u;
  u.bits.significand = significand;
  u.bits.exponent = exponent;
  return u.value > 1;
}
