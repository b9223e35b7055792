// Nobody reads it, but it is seen when f has returned.
static int last;

int f(int a) {
  last = a;
  return 1;
}
