int sum_range(unsigned char from, unsigned char length) {
  int sum = 0;
  for (int i = from; i < from + length % 4; ++i) sum += i;
  return sum;
}
