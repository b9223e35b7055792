static int half(int x) {
  if (x & 1) throw x;
  return x / 2;
}
int f(signed char a, signed char b) {
  int sum = 0;
  try {
    sum += half(a);
    sum += half(b);
  } catch (int odd) {
    sum -= odd;
  }
  return sum * 2;
}
