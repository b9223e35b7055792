struct Options {
  int size;
  int limit;
  int* table;
};

int first(const Options* options) {
  if (options->size <= 0 || options->table == nullptr) return -1;
  return options->table[0];
}
void start(Options* options) {
  options->size = 0;
  options->limit = 10;
  options->table = nullptr;
}
