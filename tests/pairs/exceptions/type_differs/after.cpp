int f(int x) {
  if (x < 0) throw 1u;
  return x;
}
