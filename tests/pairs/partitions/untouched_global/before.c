int out = 3;

int f(int i, int j) {
  int x = i;
  if (j <= 0) out = x;
  return 0;
}
