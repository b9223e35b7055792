unsigned half(int number) {
  return number % 1024u;
}
