struct Options {
  int length;
};

void start(Options* options) { options->length = 1; }
