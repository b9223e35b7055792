struct context {
  int err;
  long limit;
  int fd;
};
int set(struct context *c, int fd) {
  c->fd = fd;
  return c->err * 2;
}
