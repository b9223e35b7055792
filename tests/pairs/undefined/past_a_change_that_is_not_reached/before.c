int t[4] = {1, 2, 3, 4};
int f(unsigned char a, unsigned char b) {
  int i = b;
  if (a == 3) i ^= 1;
  return t[i];
}
