int last;
int f(int x) {
  if (x > 3) last = 0;
  return x;
}
