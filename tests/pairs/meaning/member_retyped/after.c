struct reader {
  int depth;
  int *tasks;
};
void reset(struct reader *r) {
  r->depth = -1;
  r->tasks = 0;
}
