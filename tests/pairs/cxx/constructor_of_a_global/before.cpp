struct Number {
  int value;
  Number() : value(3) {}
};
static Number number;

void set(int x) { number.value = x; }
int f(int x) { return number.value + x; }
