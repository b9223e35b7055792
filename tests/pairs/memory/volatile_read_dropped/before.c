// Two readings of a register need not agree.
volatile int sensor;

int drift(int x) {
  int first = sensor;
  int second = sensor;
  return first - second + x;
}
