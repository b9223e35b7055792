volatile unsigned status;
unsigned sample(unsigned x) {
  unsigned first = status;
  (void)first;
  return x;
}
