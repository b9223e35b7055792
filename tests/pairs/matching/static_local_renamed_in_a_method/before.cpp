struct Counter {
  int step;
  int next() const;
};
int Counter::next() const {
  static int last;
  return last += step;
}
