struct counter {
  int misses, pad;
  int extra;
};
void hit(struct counter *c, int value) {
  if (value > 5) c->misses = value;
}
