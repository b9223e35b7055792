struct reader {
  int depth;
  int stack[3];
};
void reset(struct reader *r) {
  r->depth = -1;
  for (int i = 0; i < 3; i++) r->stack[i] = 0;
}
