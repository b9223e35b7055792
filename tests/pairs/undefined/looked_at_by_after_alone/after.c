// On a few inputs v[0] was never set. After looks at it there, and before does not: that one version is undefined is not agreement.
int f(int a, int b) {
  int v[2];
  v[1] = 0;
  if ((unsigned)a * 7919u != 12345u * 77u + (unsigned)b) v[0] = b;
  int x = v[0];
  int r = 7;
  if (x > 5) r = 7;
  return r;
}
