int f(int x) {
  if (x == 5) return -1;
  return x;
}
