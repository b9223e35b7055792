// Two readings of a register need not agree.
volatile int sensor;

int drift(int x) {
  int first = sensor;
  (void)first;
  return x;
}
