int f(int a, unsigned b, short* r) {
  long s = (long)a + b;
  *r = s;
  return s < -32768 || s > 32767;
}
