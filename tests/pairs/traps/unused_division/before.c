// Nobody uses the quotient, so there is no division: a zero stops neither version.
int f(int x, int y) {
  x / y + 1;
  return x > 3 ? 1 : 0;
}
