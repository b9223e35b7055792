int settle(int limit) {
  for (unsigned char i = 0; i < limit; i++) {
  }
  return 1;
}
