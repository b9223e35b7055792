// An eight-bit counter never comes to 300.
int settle(int limit) {
  for (int i = 0; i < limit; i++) {
  }
  return 1;
}
