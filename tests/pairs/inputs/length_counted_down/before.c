unsigned checksum(const unsigned char *at, int left) {
  unsigned sum = 1;
  while (left-- > 0) sum = sum * 31 + *at++;
  return sum;
}
