// The optimiser may delete a division whose result nobody uses, but then it does not trap any more.
int f(int a, int b) {
  int unused = a / b;
  (void)unused;
  return a + b;
}
