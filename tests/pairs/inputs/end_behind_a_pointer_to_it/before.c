// How converters take their input: where they are, by address, and where it ends.
int take_pair(const unsigned char **at, const unsigned char *end, int *value) {
  if (end - *at < 2) return 0;
  *value = (*at)[0] << 8 | (*at)[1];
  *at += 2;
  return 1;
}
