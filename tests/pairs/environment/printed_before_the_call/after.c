#include <stdio.h>
int ask(int channel);
int go(int channel) {
  int answer = ask(channel);
  puts("connecting");
  return answer;
}
