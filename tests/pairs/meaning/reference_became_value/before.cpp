void advance(int &at, int by) {
  at += by;
}
