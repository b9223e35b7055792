// The order of calls counts, although no value depends on it.
void lock(int which);
void unlock(int which);
int go(int a) {
  if (a > 0) {
    lock(a);
    unlock(a);
  }
  return a;
}
