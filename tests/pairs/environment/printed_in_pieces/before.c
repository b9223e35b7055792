#include <stdio.h>
int ask(int channel);
int go(char c) {
  printf("%c!", c);
  int answer = ask(c);
  fprintf(stderr, "done\n");
  return answer;
}
