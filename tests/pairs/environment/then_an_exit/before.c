#include <stdlib.h>
void note_end(int code);
void go(int a) {
  note_end(a);
  exit(3);
}
