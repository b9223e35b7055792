static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
int f(int op, int a, int b) {
  int (*table[2])(int, int) = {add, sub};
  return table[op & 1](a, b);
}
