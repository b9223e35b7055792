static double square(double x) { return x * x; }

double f(const double* values, int count) {
  double sum = 0;
  for (int i = 0; i < count; i++) {
    double term = square(values[i]);
    sum = sum + term;
  }
  return sum;
}
