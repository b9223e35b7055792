volatile int sensor;
int scaled(int gain) {
  int value = sensor;
  return gain + value + value;
}
