int f(int x) {
  if (x < 0) throw x == -3 ? 0 : x;
  return x;
}
