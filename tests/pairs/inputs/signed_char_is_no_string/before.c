// No byte needs to be zero: these are numbers.
int f(const signed char *v) {
  int product = 1;
  for (int i = 0; i < 4; i++)
    if (v[i] == 0) product = 0;
  return product;
}
