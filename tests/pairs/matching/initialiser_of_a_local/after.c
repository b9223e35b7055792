int f(int x) {
  int start = 2;


  x *= 3;
  return x + start;
}
