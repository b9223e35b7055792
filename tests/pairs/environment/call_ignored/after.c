// A call that only one version makes, under a condition, and whose answer nobody looks at.
int flush_log(void);
int go(int a) {
  if (a == 9) flush_log();
  return a * 2;
}
int other(void) { return flush_log(); }
