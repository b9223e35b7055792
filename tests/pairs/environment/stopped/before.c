// What is behind a call at which runs stop does not count, whether the function has a body or not.
int hand_over(int a) { return a + 1; }
int go(int a) {
  int r = hand_over(a);
  return r * 2;
}
