volatile int power, clock_gate;
void wake(void) {
  clock_gate = 1;
  power = 1;
}
