int total, calls, last[4];
int add(int x) {
  total += x;
  last[calls & 3] = x < 0 ? -x : x;
  return total >= 100;
}
