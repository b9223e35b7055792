void unknown(int x);
int f(int x) {
  try {
    if (x > 5) unknown(x);
  } catch (...) {
    return 2;
  }
  return 0;
}
