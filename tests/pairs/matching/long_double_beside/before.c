int f(int x) {
  return x;
}
int g(long double x) {
  return x > 1;
}
