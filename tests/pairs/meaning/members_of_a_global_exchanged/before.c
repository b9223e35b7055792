struct pair {
  int first;
  int second;
} state;
static void fill(int *to) {
  to[0] = 3;
  to[1] = 4;
}
void reset(int often) {
  if (often > 9) fill((int *)&state);
}
