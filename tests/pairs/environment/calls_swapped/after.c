// The order of calls counts, although no value depends on it.
void lock(int which);
void unlock(int which);
int go(int a) {
  if (a > 0) {
    unlock(a);
    lock(a);
  }
  return a;
}
