unsigned f(const unsigned char *data, unsigned length) {
  unsigned sum = 17;
  const unsigned char *end = data + length;
  while (data != end) {
    sum = (sum << 5) - sum + *data;
    data++;
  }
  return sum;
}
