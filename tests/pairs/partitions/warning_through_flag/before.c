static int flag;
static void raise_flag(int j) { if (j > 0) flag = 1; }

int f(int i, int j) {
  flag = 0;
  int x = i;
  raise_flag(j);
  int out = 0;
  if (!flag) out = x;
  flag = 0;
  return out;
}
