int f(int x) {
  if (x < 0) throw x + x;
  return x;
}
