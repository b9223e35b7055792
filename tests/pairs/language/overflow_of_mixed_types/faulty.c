int f(int a, unsigned b, short* r) {
  int s = a + b;
  *r = s;
  return s < -32768 || s > 32767;
}
