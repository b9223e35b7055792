void f(int x) {
  if (x < 10) throw 1;
}
