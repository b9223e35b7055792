// A volatile read happens, whoever uses it.
int f(volatile int *p, int x) {
  *p;
  return x;
}
