int f(int a, int b) {
  a += b;
  b = a * 2;
  return a ^ b;
}
