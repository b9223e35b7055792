// However long it counts, it comes to its end.
int settle(int limit, unsigned rest) {
  for (int i = 0; i < limit; i++) {
  }
  while (rest) rest &= rest - 1;
  return 1;
}
