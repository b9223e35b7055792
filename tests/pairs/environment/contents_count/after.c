// What a pointer leads to is part of the call, and what is not const may be another afterwards.
struct message { char kind; int size; };
int post(const struct message *m);
void shrink(struct message *m);
int go(int a) {
  struct message m = {1, a};
  shrink(&m);
  if (m.kind == 5) m.size = 0;
  return post(&m);
}
