// What watches the register sees both writes.
volatile unsigned control;

void reset(unsigned value) {
  control = value;
}
