void swap(long *a, long *b) {
  if (!a || !b) return;
  long t = *a;
  *a = *b;
  *b = t;
}
