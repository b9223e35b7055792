unsigned twice(int number) {
  return (unsigned)number << 1;
}
