// Ends with what the program registered for its end.
#include <stdio.h>

static const char *word = "bye";
__attribute__((destructor(300))) static void late(void) { puts("late"); }
__attribute__((destructor(200))) static void early(void) { puts(word); }

int main(void) {
  puts("hello");
  return 0;
}
