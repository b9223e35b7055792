int settle(unsigned count) {
  while (count != 0) count -= 2;
  return 3;
}
