// What is returned was never set on some inputs, in both versions and apart from the change: the guarantee says that this happens alike.
int level(unsigned char n) {
  int set, last = 7;
  if (n > 64 && n % 5 == 0) last = set;
  if (n == 201) n = 1 + n;
  return last + (n == 201);
}
