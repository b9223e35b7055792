volatile int sensor;
int scaled(int gain) {
  int value = sensor;
  return value * 2 + gain;
}
