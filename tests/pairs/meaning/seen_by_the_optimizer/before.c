int twice(int number) {
  return number * 2;
}
