#include <cleave.h>
int g(int a, const unsigned char *b) { return a > 10 ? b[0] + b[2] : a; }
int main(void) {
  int a;
  unsigned char b[3];
  cleave_input(&a, sizeof a, "a");
  cleave_input(b, sizeof b, "b");
  cleave_assume(a < 100);
  int r = g(a, b);
  cleave_observe(&r, sizeof r, "r");
  return 0;
}
