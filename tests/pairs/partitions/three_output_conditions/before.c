static int squares;

int f(int x, int y, int z) {
  int a, b = 2;
  if (x - y > 0) a = x; else a = y;
  if (x + y > 10) b = a;
  if (z * z > 3) squares = squares + 1; else squares = squares - 1;
  int out = b;
  squares = 0;
  return out;
}
