int half(int number) {
  return number & 1023;
}
