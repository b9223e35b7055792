struct Number {
  int value;
  Number() : value(4) {}
};
static Number number;

void set(int x) { number.value = x; }
int f(int x) { return x + number.value; }
