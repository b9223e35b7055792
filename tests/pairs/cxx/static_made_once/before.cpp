struct Number {
  int value;
  Number(int given) : value(given) {}
};

int f(int x) {
  static Number number(x);
  return number.value;
}
