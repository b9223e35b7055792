// The run ends there, and its arguments still count.
_Noreturn void fatal(int code, const char *why);
int go(int a) {
  if (a == 7) fatal(a + 1, "seven");
  return a;
}
