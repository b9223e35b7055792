struct counter {
  int hits, pad;
};
void hit(struct counter *c, int value) {
  if (value > 3) c->hits = value;
}
