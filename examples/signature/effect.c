int effect(int x) {
  int a = 0;
  x = x + 1;
  if (x > 5) a = 10;
  return a;
}
