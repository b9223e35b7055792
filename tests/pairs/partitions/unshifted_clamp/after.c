/* Someone wanted to count from one, and shifted the test along with the value. */
int clamp(int i) {
  int x = i + 1;
  int o = 0;
  if (x > 0) o = x;
  return o;
}
