int weigh(int a, int b) {
  int sum = 0;
  if (a > 10) sum += a * 3;
  if (b > 10) sum += b * 5;
  if (a == b) sum ^= 0x55;
  return sum;
}
