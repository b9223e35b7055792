struct Fraction {
  int top, bottom;
  Fraction(int t, int b) : top(t), bottom(b) {}
};
Fraction operator+(const Fraction& a, const Fraction& b) { return Fraction(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom); }
bool operator==(const Fraction& a, const Fraction& b) { return a.top == b.top && a.bottom == b.bottom; }

Fraction sum_of_two(const Fraction& a, const Fraction& b) { return a == b ? Fraction(2 * a.top, a.bottom) : a + b; }
