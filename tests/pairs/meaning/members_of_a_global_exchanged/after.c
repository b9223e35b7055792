struct pair {
  int second;
  int first;
} state;
static void fill(int *to) {
  to[0] = 3;
  to[1] = 4;
}
void reset(int often) {
  if (often > 9) fill((int *)&state);
}
