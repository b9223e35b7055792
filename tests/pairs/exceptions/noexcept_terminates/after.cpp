static int work(int x) {
  if (x > 50) throw x;
  return x;
}
int f(int x) noexcept { return work(x); }
