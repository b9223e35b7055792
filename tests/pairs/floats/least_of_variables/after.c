double smallest(double a, double b) {
  if (a != a) return b;
  return b < a ? b : a;
}
