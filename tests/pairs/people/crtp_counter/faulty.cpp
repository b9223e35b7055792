template <class Step>
int next(int n, Step step) { return 1 + step(n); }

int count_up(int n, bool squares) {
  if (squares) return next(n, [](int k) { return k * k; });
  return next(n, [](int k) { return k * k; });
}
