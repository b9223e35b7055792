int counter;
int f(int by) {
  counter += by;
  return counter;
}
