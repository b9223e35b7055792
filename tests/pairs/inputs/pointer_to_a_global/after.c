short level;
int f(short *p) {
  if (!p) return 0;
  level = 6;
  *p = 5;
  return *p;
}
