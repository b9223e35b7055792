signed char id(int x) {
  return (signed char)x;
}
