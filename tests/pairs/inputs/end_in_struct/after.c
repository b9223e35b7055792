struct cursor {
  const unsigned char *at;
  const unsigned char *end;
};

int take(struct cursor *c) {
  if (c->end - c->at <= 2) return -1;
  int value = c->at[0] << 8 | c->at[1];
  c->at += 2;
  return value;
}
