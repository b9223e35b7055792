int total, calls, last[4];
int add(int x) {
  total += x;
  last[calls & 3] = x;
  return total > 100;
}
