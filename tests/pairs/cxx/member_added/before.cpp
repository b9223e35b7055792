struct Options {
  int size;
  int* table;
};

int first(const Options* options) {
  if (options->table == nullptr) return -1;
  return options->size > 0 ? options->table[0] : -1;
}
void start(Options* options) {
  options->size = 0;
  options->table = nullptr;
}
