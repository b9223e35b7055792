struct maker {
  int (*make)(int kind, int size);
};
static int plain(int kind, int size) { return kind + size; }
static int doubled(int kind, int size) { return kind + 2 * size; }
struct maker makers[2] = {{plain}, {doubled}};
int use(struct maker *m, int kind) { return m->make ? m->make(kind, 3) : -1; }
