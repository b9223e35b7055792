// After runs for ever for odd counts, and nothing that is shown relies on the loop.
int settle(unsigned count) {
  (void)count;
  return 3;
}
