int twice(int x) {
  volatile int copy = x;
  int value = copy;
  return value + value;
}
