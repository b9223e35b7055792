struct Counter {
  int step;
  int next() const;
};
int Counter::next() const {
  static int previous;
  return previous = previous + step;
}
