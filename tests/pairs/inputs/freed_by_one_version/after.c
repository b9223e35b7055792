int take(int *p) {
  if (!p) return 0;
  int x = *p;
  return x;
}
