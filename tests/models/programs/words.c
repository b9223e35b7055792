// Words of a text: strtok, strtok_r, strsep, strpbrk, strcasecmp, ctype, qsort.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static int byText(const void* a, const void* b) { return strcasecmp(*(char* const*)a, *(char* const*)b); }

int main(void) {
  char text[] = "The quick, brown fox;jumps over the lazy dog. THE end";
  char copy[sizeof text], again[sizeof text];
  strcpy(copy, text);
  stpcpy(again, text);
  char* words[32];
  size_t count = 0;
  for (char* word = strtok(text, " ,;."); word != NULL; word = strtok(NULL, " ,;.")) words[count++] = strdup(word);
  qsort(words, count, sizeof words[0], byText);
  for (size_t i = 0; i < count; i++) printf("%s%c", words[i], i + 1 < count ? ' ' : '\n');
  char* rest;
  for (char* word = strtok_r(copy, "o", &rest); word != NULL; word = strtok_r(NULL, "o", &rest)) printf("[%s]", word);
  char* position = again;
  for (char* word; (word = strsep(&position, " ;")) != NULL;) printf("<%zu>", strlen(word));
  int classes[12] = {0};
  for (int c = -1; c < 256; c++) {
    classes[0] += isalpha(c) != 0;
    classes[1] += isdigit(c) != 0;
    classes[2] += isspace(c) != 0;
    classes[3] += ispunct(c) != 0;
    classes[4] += isxdigit(c) != 0;
    classes[5] += iscntrl(c) != 0;
    classes[6] += toupper(c) != c;
    classes[7] += tolower(c) != c;
  }
  for (int i = 0; i < 8; i++) printf(" %d", classes[i]);
  char* key = words[3];
  char** found = bsearch(&key, words, count, sizeof words[0], byText);
  printf("\n%s %s %s %s %d\n", *found, strpbrk("abcdef", "fd"), strstr("needle in hay", "in"), (char*)memchr("xyz", 'y', 3),
         strncasecmp("ABC", "abd", 2));
  printf("%s|%.3s|%s\n", strerror(2), strrchr("a/b/c", '/'), strndup("truncate", 5));
  for (size_t i = 0; i < count; i++) free(words[i]);
  return (int)(strspn("aabbc", "ab") * 10 + strcspn("xyz.", "."));
}
