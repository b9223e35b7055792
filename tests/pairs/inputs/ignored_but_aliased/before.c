// What p leads to is what q leads to: ignoring the one does not hide the other.
void assign(int *p, int *q) {
  if (p == q) *q = 5;
}
