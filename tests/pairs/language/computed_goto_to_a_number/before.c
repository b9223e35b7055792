// A label is a place; how far it is from another is the compiler's business.
int far(int x) {
  void *to = x > 3 ? &&one : &&two;
  if (x == 7) return (int)((char *)&&one - (char *)&&two);
  goto *to;
one:
  return 1;
two:
  return 2;
}
