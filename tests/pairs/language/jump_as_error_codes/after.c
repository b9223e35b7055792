// The same with codes that are handed up.
struct parser {
  const char *at;
  int errors, code;
};
static int digit(struct parser *p) {
  if (*p->at < '0' || *p->at > '9') {
    p->errors++;
    p->code = *p->at == 0 ? 1 : 2;
    return -1;
  }
  return *p->at++ - '0';
}
int parse(const char *text) {
  struct parser p = {text, 0, 0};
  int n = digit(&p);
  while (p.code == 0 && *p.at != 0) {
    int d = digit(&p);
    if (p.code == 0) n = n * 10 + d;
  }
  if (p.code == 1) return -1;
  return p.code == 2 ? -2 - p.errors : n;
}
