// A difference between a version with debug information and one without has the names of the one that has them.
long left(long whole, int parts) {
  if (parts <= 0) return -1;
  return whole - parts;
}
