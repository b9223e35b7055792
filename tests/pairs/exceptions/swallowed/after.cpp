static int work(int x) {
  if (x % 4 == 3) throw x;
  return x + 1;
}
int f(unsigned char x) {
  try {
    return work(x);
  } catch (...) {
    return 0;
  }
}
