// Runs are looked at up to the fifth call.
int next_byte(void);
int go(void) {
  int sum = 0;
  for (int c = next_byte(); c >= 0; c = next_byte()) sum += c & 1;
  return sum;
}
