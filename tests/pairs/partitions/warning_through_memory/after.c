static void put(int *place, int value) { *place = value; }

int f(int i, int j) {
  int x = 0;
  int out = 0;
  int *target = &out;
  put(&x, i + 1);
  if (j > 0) target = &x;
  *target = x;
  return out;
}
