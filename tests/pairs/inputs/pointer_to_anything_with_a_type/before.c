// What a callback is handed is a pointer to anything, which the code takes for what it is.
struct counts {
  int seen, limit;
};

static int is_over(const struct counts *counts) { return counts->seen > counts->limit; }

int on_item(void *context, int item) {
  struct counts *counts = context;
  counts->seen += item;
  return is_over(counts);
}
