static int choose(int which, int value) {
  if (which > 0) return 0;
  return value;
}

int f(int i, int j) {
  int x = i + 1;
  return choose(j, x);
}
