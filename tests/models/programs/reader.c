// stdin. Natively it is a file in memory; in the VM the models are told what it holds.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cleave_runtime.h"
#pragma weak cleave_set_stdin

static const char kInput[] = "3 10 -20 30\nname = value\n\nlast line without end";

int main(void) {
  if (cleave_set_stdin != NULL) {
    cleave_set_stdin(kInput, sizeof kInput - 1);
  } else {
    stdin = fmemopen((void*)kInput, sizeof kInput - 1, "r");
  }
  int count = 0, sum = 0, value;
  if (scanf("%d", &count) != 1) return 1;
  for (int i = 0; i < count; i++) {
    if (scanf("%d", &value) != 1) return 2;
    sum += value;
  }
  printf("%d %d\n", count, sum);
  int c = getchar();
  printf("%d\n", c);
  char key[10], text[10], line[50];
  printf("%d ", scanf(" %9[a-z] = %9s", key, text));
  printf("%s=%s\n", key, text);
  fgets(line, sizeof line, stdin);
  fgets(line, sizeof line, stdin);
  printf("%zu\n", strlen(line));
  while ((c = getchar()) != EOF) putchar(toupper(c));
  printf("%d %d\n", feof(stdin) != 0, scanf("%d", &value));
  return 0;
}
