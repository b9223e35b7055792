int f(int x) {
  if (x < 0) throw x * 2;
  return x;
}
