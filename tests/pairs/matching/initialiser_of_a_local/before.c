int f(int x) {
  int start = 1;


  x *= 3;
  return x + start;
}
