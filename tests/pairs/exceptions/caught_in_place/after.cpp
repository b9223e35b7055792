int f(signed char x) {
  try {
    if (x < 0) throw int(x);
    return x;
  } catch (int e) {
    return -(e + e);
  }
}
