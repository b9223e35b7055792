struct Number {
  int value;
  Number(int given) : value(given) {}
};

int f(int x) {
  Number number(x);
  return number.value;
}
