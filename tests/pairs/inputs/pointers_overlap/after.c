void swap(long *a, long *b) {
  if (!a || !b) return;
  *a += *b;
  *b = *a - *b;
  *a -= *b;
}
