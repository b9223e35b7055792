static int last;

int f(int a) {
  last = a & 0xff;
  return 1;
}
