int x, y;

void update(int inp1, int inp2) {
  if (inp1 >= 0)
    x = inp1 + 1;
  else
    x = inp1 - 1;
  if (inp2 > 0)
    y = inp2 + 1;
  else
    y = inp2 - 1;
}
