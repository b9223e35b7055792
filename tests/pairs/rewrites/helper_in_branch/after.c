static int sum(int v, int w) { return v + w; }

int f(unsigned a, unsigned b, int c, int d) {
  int y = 0;
  if (a >> 0 & 1) y += b ^ 1;
  if (a >> 1 & 1) y += b ^ 8;
  if (a >> 2 & 1) y += b ^ 15;
  if (a >> 3 & 1) y += b ^ 22;
  if (a >> 4 & 1) y += b ^ 29;
  if (a >> 5 & 1) y += b ^ 36;
  if (a >> 6 & 1) y += b ^ 43;
  if (a >> 7 & 1) y += b ^ 50;
  if (a >> 8 & 1) y += b ^ 57;
  if (a >> 9 & 1) y += b ^ 64;
  if (a >> 10 & 1) y += b ^ 71;
  if (a >> 11 & 1) y += b ^ 78;
  if (a >> 12 & 1) y += b ^ 85;
  if (a >> 13 & 1) y += b ^ 92;
  if (a >> 14 & 1) y += b ^ 99;
  if (a >> 15 & 1) y += b ^ 106;
  if (a >> 16 & 1) y += b ^ 113;
  if (a >> 17 & 1) y += b ^ 120;
  if (a >> 18 & 1) y += b ^ 127;
  if (a >> 19 & 1) y += b ^ 134;
  if (a >> 20 & 1) y += b ^ 141;
  if (a >> 21 & 1) y += b ^ 148;
  if (a >> 22 & 1) y += b ^ 155;
  if (a >> 23 & 1) y += b ^ 162;
  if (a >> 24 & 1) y += b ^ 169;
  if (a >> 25 & 1) y += b ^ 176;
  if (a >> 26 & 1) y += b ^ 183;
  if (a >> 27 & 1) y += b ^ 190;
  if (a >> 28 & 1) y += b ^ 197;
  if (a >> 29 & 1) y += b ^ 204;
  for (unsigned i = 0; i < (b & 15); i++) y = y * 3 + (int)i;
  int r = d;
  if (sum(y, c) > 9) r++;
  for (unsigned i = 0; i < (a & 7); i++) r = r * 5 ^ y;
  return r;
}
