// Two reads of a register may give two values.
volatile unsigned status;
unsigned sample(unsigned x) {
  unsigned first = status;
  unsigned second = status;
  return first - second + x;
}
