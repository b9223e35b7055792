// Thirty independent branches on the input and a loop over it, then a line that is rewritten: 2^30 paths times any number of iterations.
#define STEP(k) \
  if ((a >> k) & 1) s += b * k; else s ^= c + k;

int shade(int a, int b, int c, int d, int e, int n) {
  int s = 0;
  STEP(0) STEP(1) STEP(2) STEP(3) STEP(4) STEP(5) STEP(6) STEP(7) STEP(8) STEP(9)
  STEP(10) STEP(11) STEP(12) STEP(13) STEP(14) STEP(15) STEP(16) STEP(17) STEP(18) STEP(19)
  STEP(20) STEP(21) STEP(22) STEP(23) STEP(24) STEP(25) STEP(26) STEP(27) STEP(28) STEP(29)
  for (int i = 0; i < n; i++) s += i * d;
  int twice = s << 1;
  return twice + e;
}
