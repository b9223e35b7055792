#include <stdio.h>
// Native runs have temporary files, too, wherever they are confined.
int again(unsigned char byte) {
  FILE *file = tmpfile();
  fputc(byte, file);
  rewind(file);
  getc(file);
  ungetc(byte, file);
  int last = getc(file);
  fclose(file);
  return last;
}
