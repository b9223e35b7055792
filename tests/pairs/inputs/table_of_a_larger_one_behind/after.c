// The pointer leads to the first part of something larger, whose other parts are no further elements of its type.
typedef struct {
  long (*step)(int);
  int kind;
} Base;
static long step(int x) { return x + 1; }
static int find(int x) { return x + 2; }
static const struct table {
  Base base;
  unsigned char classes[8];
  int (*find)(int);
} plain = {{step, 2}, {1, 2, 3}, find}, other = {{step, 2}, {1, 2, 5}, find};

const Base *table_of(int kind) {
  if (kind > 5) return &plain.base;
  return &other.base;
}
