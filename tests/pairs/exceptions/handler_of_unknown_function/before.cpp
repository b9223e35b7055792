void unknown(int x);
int f(int x) {
  try {
    if (x > 5) unknown(x);
  } catch (...) {
    return 1;
  }
  return 0;
}
