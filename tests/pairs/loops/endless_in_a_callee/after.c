static void wait_for(int level) {
  while (level == 9) {
  }
}
int settle(int level, int by) {
  wait_for(level - by);
  return 5;
}
