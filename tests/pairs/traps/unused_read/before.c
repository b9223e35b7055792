// Nobody uses what is read, so nothing is read: a null pointer stops neither version.
int f(int *p, int x) {
  *p;
  if (x) return 1;
  return 0;
}
