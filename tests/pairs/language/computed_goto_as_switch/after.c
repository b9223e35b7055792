// The same with a loop and a switch.
static int run(const unsigned char *code, int n) {
  int stack[8] = {0}, top = 0;
  if (n < 1) return -1;
  for (int pc = 0; pc < n; pc++) {
    switch (code[pc] & 3) {
      case 0:
        stack[top++ & 7] = code[pc] >> 2;
        break;
      case 1:
        stack[0] += stack[--top & 7];
        break;
      case 2:
        stack[top & 7] *= 2;
        break;
      default:
        return stack[0] + top;
    }
  }
  return stack[0];
}
int program(unsigned char a, unsigned char b) {
  const unsigned char code[2] = {a, b};
  return run(code, 2);
}
