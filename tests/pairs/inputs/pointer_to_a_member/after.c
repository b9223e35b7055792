// `seen` could point to a member of `range`: that it does not must be said.
struct range { int low, high; };
int widen(struct range *range, int *seen) {
  if (!range || !seen) return 0;
  range->high = 5;
  *seen = 6;
  return 5;
}
