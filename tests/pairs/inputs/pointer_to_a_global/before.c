short level;
int f(short *p) {
  if (!p) return 0;
  *p = 5;
  level = 6;
  return *p;
}
