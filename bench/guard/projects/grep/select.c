// Which lines are selected, and what is printed of them.
#include <stdio.h>

#include "grep.h"

int line_selected(const options* chosen, const pattern* wanted, const char* line, int length) {
  int begin, end;
  int found = chosen->whole ? match_whole(wanted, line, length) : match_find(wanted, line, length, 0, &begin, &end);
  return found != chosen->invert;
}

// Prints the matches that are not empty, each on a line; how many there are.
int print_matches(const pattern* wanted, const char* line, int length) {
  int start = 0, begin, end, printed = 0;
  while (start <= length && match_find(wanted, line, length, start, &begin, &end)) {
    if (end > begin) {
      printf("%.*s\n", end - begin, line + begin);
      printed++;
    }
    start = end > begin ? end : begin + 1;
  }
  return printed;
}

// Looks at the next line, and prints it as the options say. Whether to go on.
int take_line(const options* chosen, const pattern* wanted, const char* line, int length, progress* so_far) {
  so_far->number++;
  if (so_far->selected >= chosen->limit) return 0;
  if (!line_selected(chosen, wanted, line, length)) return 1;
  so_far->selected++;
  if (chosen->quiet) return 0;
  if (chosen->count) return so_far->selected < chosen->limit;
  if (chosen->numbers) printf("%d:", so_far->number);
  if (chosen->only && !chosen->invert) {
    print_matches(wanted, line, length);
  } else {
    printf("%.*s\n", length, line);
  }
  return so_far->selected < chosen->limit;
}
