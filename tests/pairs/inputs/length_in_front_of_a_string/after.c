// A string that knows its length: it stands in front of where the pointer leads.
typedef char *text;
struct header {
  int length, room;
  char bytes[];
};

static struct header *header_of(const char *t) { return (struct header *)(t - sizeof(struct header)); }

char last(text t) {
  const struct header *header = header_of(t);
  if (header->length <= 1) return 0;
  return t[header->length - 1];
}

void cut(text t, int length) {
  struct header *header = header_of(t);
  if (length < 0 || length > header->length) return;
  t[length] = 0;
  header->room += header->length - length;
  header->length = length;
}
