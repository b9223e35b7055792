struct pair {
  int second;
  int first;
};
static void fill(int *to) {
  to[0] = 1;
  to[1] = 2;
}
void reset(struct pair *which, int often) {
  if (often == 77) fill((int *)which);
}
