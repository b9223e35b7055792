volatile int power, clock_gate;
void wake(void) {
  power = 1;
  clock_gate = 1;
}
