// What is local to a thread is no input: it stays 0, so that the change is never come to.
_Thread_local int mode;
int scale;
void set(int value) { mode = value; }
int step(int x) {
  if (mode == 5) return 2;
  return x + scale;
}
