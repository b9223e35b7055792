struct pair {
  int first;
  int second;
};
static void fill(int *to) {
  to[0] = 1;
  to[1] = 2;
}
void reset(struct pair *which, int often) {
  if (often == 77) fill((int *)which);
}
