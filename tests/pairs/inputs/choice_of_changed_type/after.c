struct maker {
  int (*make)(int kind, unsigned long size);
};
static int plain(int kind, unsigned long size) { return kind + (int)size; }
static int doubled(int kind, unsigned long size) { return (int)(kind + (size << 1)); }
static int tripled(int kind, int size) { return kind + 3 * size; }
struct maker makers[2] = {{plain}, {doubled}};
int use(struct maker *m, int kind) { return m->make ? m->make(kind, 3) : -1; }
int other(int kind) { return tripled(kind, 3); }
