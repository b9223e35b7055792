unsigned long id(int x) {
  return (unsigned long)(signed char)x;
}
