int calls;
__attribute__((const)) static int twice(int x) {
  calls++;
  return 2 * x;
}
int f(int x) {
  (void)twice(x);
  return x;
}
