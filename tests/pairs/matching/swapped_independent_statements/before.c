int count, sum;
int f(int a, int b) {
  count = a + 1;
  sum = b * 2;
  return count ^ sum;
}
