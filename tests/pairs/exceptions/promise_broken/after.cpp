static int work(int x) {
  if (x == 9) throw x;
  return x;
}
static int promise(int (*function)(int), int x) { return reinterpret_cast<int (*)(int) noexcept>(function)(x); }
int f(int x) {
  try {
    return promise(work, x);
  } catch (int) {
    return -2;
  }
}
