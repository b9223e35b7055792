/* A value that must not be negative; larger ones pass unchanged. */
int clamp(int i) {
  int x = i;
  int o = 0;
  if (x > 0) o = x;
  return o;
}
