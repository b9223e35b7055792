void f(int x) {
  if (x < 11) throw 1;
}
