// Tagged values, unions, callbacks, state in globals.
#include <stdlib.h>

enum kind { NONE, NUMBER, REAL, TEXT, PAIR };

struct value {
  enum kind kind;
  union {
    long number;
    double real;
    char *text;
    struct {
      struct value *head, *tail;
    } pair;
  } of;
};

struct value value_number(long n) {
  struct value v = {NUMBER, {n}};
  return v;
}

int value_truth(const struct value *v) {
  if (v == 0) return 0;
  switch (v->kind) {
    case NUMBER: return v->of.number != 0;
    case REAL: return v->of.real != 0;
    case NONE:
    case TEXT:
    case PAIR: break;
  }
  return v->kind != NONE;
}

void value_take(struct value *to, struct value *from) {
  if (to == 0 || from == 0) return;
  *to = *from;
  from->kind = NONE;
  from->of.number = 0;
}

struct hooks {
  int (*visit)(int, void *);
  void *context;
};

int hooks_each(const int *items, unsigned n, struct hooks *hooks) {
  if (hooks == 0 || hooks->visit == 0) return -1;
  for (unsigned i = 0; i < n; ++i)
    if (hooks->visit(items[i], hooks->context) != 0) return (int)i;
  return 0;
}

static int twice(int x) { return 2 * x; }
static int negated(int x) { return -x; }

int apply(int (*f)(int), int x) { return f != 0 ? f(x) : x; }

int (*choose(int which))(int) { return which > 0 ? twice : which < 0 ? negated : 0; }

static int calls;
static int *last_seen;
static int memory[2];

int remember(int x) {
  memory[calls & 1] = x;
  last_seen = &memory[calls & 1];
  return calls++;
}

int *newest(void) { return last_seen != 0 ? last_seen : memory; }

struct bits {
  unsigned low : 3, high : 5;
  signed sign : 2;
};

void bits_set(struct bits *b, int x) {
  if (b == 0) return;
  b->high = (unsigned)x;
  b->sign = x < 0 ? -1 : 1;
}

void exchange(void **a, void **b) {
  void *kept;
  if (a == 0 || b == 0) return;
  kept = *a;
  *a = *b;
  *b = kept;
}
