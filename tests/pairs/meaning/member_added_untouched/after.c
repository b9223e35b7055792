struct context {
  int err;
  long connect_limit;
  long command_limit;
  int fd, tries;
};
int set(struct context *c, int fd) {
  c->fd = fd;
  return c->err << 1;
}
