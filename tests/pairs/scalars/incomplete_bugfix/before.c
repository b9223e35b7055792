int clamp(int i) {
  int x = i;
  int o = 0;
  if (x > 0) o = x;
  return o;
}
