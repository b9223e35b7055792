struct Options {
  int size;
};

void start(Options* options) { options->size = 0; }
