// An interpreter with a table of labels.
static int run(const unsigned char *code, int n) {
  static void *const table[] = {&&push, &&add, &&twice, &&stop};
  int stack[8] = {0}, top = 0, pc = 0;
  if (n < 1) return -1;
  goto *table[code[pc] & 3];
push:
  stack[top++ & 7] = code[pc] >> 2;
  if (++pc >= n) return stack[0];
  goto *table[code[pc] & 3];
add:
  stack[0] += stack[--top & 7];
  if (++pc >= n) return stack[0];
  goto *table[code[pc] & 3];
twice:
  stack[top & 7] *= 2;
  if (++pc >= n) return stack[0];
  goto *table[code[pc] & 3];
stop:
  return stack[0] + top;
}
int program(unsigned char a, unsigned char b) {
  const unsigned char code[2] = {a, b};
  return run(code, 2);
}
