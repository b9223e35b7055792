struct counts {
  long seen;
  const struct counts *parent;
};
struct reader {
  void *context;
  int state;
};

static long seen_by(const struct counts *counts) { return counts->seen; }

long total(const struct reader *reader) {
  long sum = seen_by(reader->context);
  const struct counts *own = reader->context;
  if (own->parent != 0) return own->parent->seen + sum;
  return sum;
}
