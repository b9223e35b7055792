int count, sum;
int f(int a, int b) {
  sum = b * 2;
  count = a + 1;
  return count ^ sum;
}
