// The first write is seen by whatever watches the register.
volatile int control;
void start(int mode) {
  control = 0;
  control = mode;
}
