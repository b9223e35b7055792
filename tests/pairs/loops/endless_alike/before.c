// Both wait for ever where level is 12, in the same state: unchanged code does so alike.
int settle(int level, int n) {
  while (level == 12) {
  }
  return n + n;
}
