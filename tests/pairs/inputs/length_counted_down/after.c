unsigned checksum(const unsigned char *at, int left) {
  unsigned sum = 1;
  for (int i = 0; i < left; i++) sum = (sum << 5) - sum + at[i];
  return sum;
}
