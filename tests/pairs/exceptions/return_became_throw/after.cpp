int f(int x) {
  if (x == 5) throw -1;
  return x;
}
