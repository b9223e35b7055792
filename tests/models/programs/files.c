// Files that the program writes and reads back.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  remove("cleave-test-file.txt");
  errno = 0;
  FILE* file = fopen("cleave-test-file.txt", "r");
  printf("%d %d %s\n", file == NULL, errno, strerror(errno));
  file = fopen("cleave-test-file.txt", "w+");
  if (file == NULL) return 99;
  for (int i = 0; i < 5; i++) fprintf(file, "line %d: %s %5.2f\n", i, i % 2 ? "odd" : "even", i * 1.5);
  fputs("last", file);
  fputc('!', file);
  fwrite("ab", 1, 2, file);
  printf("%ld\n", ftell(file));
  rewind(file);
  char line[64];
  while (fgets(line, sizeof line, file) != NULL) printf("%zu:%s", strlen(line), line);
  printf("\n%d %d\n", feof(file) != 0, ferror(file));
  fseek(file, -4, SEEK_END);
  int c;
  while ((c = getc(file)) != EOF) putchar(c);
  fseek(file, 5, SEEK_SET);
  int number = -1;
  char word[10] = "";
  printf(" %d", fscanf(file, "%d: %9s", &number, word));
  printf(" %d %s\n", number, word);
  ungetc('#', file);
  c = fgetc(file);
  fprintf(stdout, "%c%d\n", c, fclose(file));
  file = fopen("cleave-test-file.txt", "a");
  fputs("more", file);
  fclose(file);
  file = fopen("cleave-test-file.txt", "rb");
  char bytes[200];
  const size_t size = fread(bytes, 1, sizeof bytes, file);
  printf("%zu %.4s\n", size, bytes + size - 4);
  fclose(file);
  char* text = NULL;
  size_t capacity = 0;
  file = fopen("cleave-test-file.txt", "r");
  while (getline(&text, &capacity, file) >= 0) printf("%zu %zu,", strlen(text), capacity);
  free(text);
  fclose(file);
  FILE* temporary = tmpfile();
  fprintf(temporary, "%d", 77);
  rewind(temporary);
  fscanf(temporary, "%d", &number);
  printf("%d %d\n", number, remove("cleave-test-file.txt"));
  return 0;
}
