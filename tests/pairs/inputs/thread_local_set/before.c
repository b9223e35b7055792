// What is local to a thread is an input like other variables.
_Thread_local int mode;
int scale;
void set(int value) { mode = value; }
int step(int x) {
  if (mode == 5) return 1;
  return x + scale;
}
