int f(int a, int b) {
  b = a * 2;
  a += b;
  return a ^ b;
}
