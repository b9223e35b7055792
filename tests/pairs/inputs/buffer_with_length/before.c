unsigned f(const unsigned char *data, unsigned length) {
  unsigned sum = 17;
  for (unsigned i = 0; i < length; i++) sum = sum * 31 + data[i];
  return sum;
}
