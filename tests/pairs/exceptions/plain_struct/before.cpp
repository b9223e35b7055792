struct Failure {
  int code;
  short line;
};
int f(int x) {
  if (x > 3) throw Failure{x, 7};
  return x;
}
