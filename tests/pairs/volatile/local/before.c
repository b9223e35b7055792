// Nobody else can watch a local variable.
int twice(int x) {
  volatile int copy = x;
  return copy + copy;
}
