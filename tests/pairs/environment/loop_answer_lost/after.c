int next_byte(void);
int go(void) {
  int sum = 0;
  for (int c = next_byte(); c >= 0; c = next_byte()) sum += c == 77 && sum < 2;
  return sum;
}
