#include <stdio.h>
int ask(int channel);
int go(char c) {
  putchar(c);
  putchar('!');
  int answer = ask(c);
  fputs("do", stderr);
  fputs("ne\n", stderr);
  return answer;
}
