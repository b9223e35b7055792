// Thousands of ways through code that only chooses between values. Each is a partition at first, until it is seen that they are many: then
// what such code computes is one expression.
static int within(int value, int low, int high) {
  if (value < low) return low;
  return value > high ? high : value;
}

static int apart(int a, int b) { return a > b ? a - b : b - a; }

int score(int a, int b, int c, int d, int e, int g) {
  int sum = within(a, 0, 100) + 2 * within(b, -10, 10) + within(c, 5, 50);
  sum += apart(within(d, 0, 9), within(e, 0, 9));
  if (g > 7 && sum > 40) sum -= g > 20 ? 20 : g;
  return sum >= 60 ? 2 : sum > 10;
}
