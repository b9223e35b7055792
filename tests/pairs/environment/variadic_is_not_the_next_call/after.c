// Two arguments, or one and another call: not the same, whatever numbers the functions have.
int v(int first, ...);
int a(void);
int go(void) {
  v(1);
  a();
  return 0;
}
int other(void) { return a(); }
