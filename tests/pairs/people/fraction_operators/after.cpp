struct Fraction {
  int top, bottom;
  Fraction(int t, int b) : top(t), bottom(b) {}
  Fraction& operator+=(const Fraction& other) {
    top = other.bottom * top + bottom * other.top;
    bottom = bottom * other.bottom;
    return *this;
  }
  bool operator!=(const Fraction& other) const { return top != other.top || bottom != other.bottom; }
};

Fraction sum_of_two(const Fraction& a, const Fraction& b) {
  if (a != b) {
    Fraction result = a;
    result += b;
    return result;
  }
  return Fraction(a.top + a.top, a.bottom);
}
