int f(int x) {
  return x + 1;
}
int g(long double x) {
  return x > 2;
}
