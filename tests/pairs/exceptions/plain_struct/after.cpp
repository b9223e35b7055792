struct Failure {
  int code;
  short line;
};
int f(int x) {
  if (x > 3) throw Failure{x, static_cast<short>(x == 9 ? 8 : 7)};
  return x;
}
