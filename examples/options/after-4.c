// options [OPTION]... [WORD]...: parses its command line into a struct and prints what it understood.
//
//   -v, --verbose       say more; may be given up to three times
//   -q, --quiet         say nothing: takes back all -v
//   -n N, --count=N     how often, 1 to 99
//   -o F, --output=F    where to; F is not empty
//   -h, --help
// Short options may be joined (-vn5), a value may follow directly or as the next word, also for long options. Behind -- all is words.
// Exit status: 0, or 2 with a message on standard error.
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_COUNT = 99, MAX_VERBOSITY = 3 };

struct settings {
  int verbosity;
  int count;
  const char* output;
  bool help;
  int words;
  const char* first_word;
};

struct arguments {
  int count;
  char** words;
  int next;  // the first that is not read yet
};

struct long_option {
  const char* name;
  char letter;  // of the short option that means the same
};

static const struct long_option long_options[] = {
    {"verbose", 'v'}, {"quiet", 'q'}, {"count", 'n'}, {"output", 'o'}, {"help", 'h'},
};

static bool complain(const char* message, const char* about) {
  fprintf(stderr, "options: %s %s\n", message, about);
  return false;
}

static bool takes_value(char letter) { return letter == 'n' || letter == 'o'; }

bool parse_count(const char* text, int* count) {
  int number = 0;
  if (*text == '\0') return false;
  for (; *text != '\0'; text++) {
    if (*text < '0' || *text > '9') return false;
    number = number * 10 + (*text - '0');
    if (number > MAX_COUNT) return false;
  }
  if (number == 0) return false;
  *count = number;
  return true;
}

// `value` is NULL for options that take none.
static bool apply(struct settings* settings, char letter, const char* value) {
  switch (letter) {
    case 'v':
      if (settings->verbosity < MAX_VERBOSITY) settings->verbosity++;
      return true;
    case 'q':
      settings->verbosity = 0;
      return true;
    case 'n':
      if (!parse_count(value, &settings->count)) return complain("not a count:", value);
      return true;
    case 'o':
      if (value[0] == '\0') return complain("empty value for", "output");
      settings->output = value;
      return true;
    case 'h':
      settings->help = true;
      return true;
    default: {
      char name[2] = {letter, '\0'};
      return complain("unknown option", name);
    }
  }
}

// The next word as the value of an option, or NULL when there is none.
static const char* next_value(struct arguments* arguments) {
  if (arguments->next >= arguments->count) return NULL;
  return arguments->words[arguments->next++];
}

// Behind the dash: letters, until one takes the rest, or the next word, as its value.
static bool parse_short(struct settings* settings, struct arguments* arguments, const char* text) {
  for (; *text != '\0'; text++) {
    if (takes_value(*text)) {
      const char* value = text + 1;
      if (*value == '\0') {
        value = next_value(arguments);
        if (!value) return complain("missing value for", text);
      }
      return apply(settings, *text, value);
    }
    if (!apply(settings, *text, NULL)) return false;
  }
  return true;
}

static char letter_of(const char* name, size_t length) {
  for (size_t i = 0; i < sizeof long_options / sizeof long_options[0]; i++) {
    const char* known = long_options[i].name;
    if (strlen(known) == length && strncmp(known, name, length) == 0) return long_options[i].letter;
  }
  return '\0';
}

// Behind the two dashes.
static bool parse_long(struct settings* settings, struct arguments* arguments, const char* text) {
  const char* equals = strchr(text, '=');
  size_t length = equals ? (size_t)(equals - text) : strlen(text);
  char letter = letter_of(text, length);
  if (letter == '\0') return complain("unknown option", text);
  if (!takes_value(letter)) {
    if (equals) return complain("no value is allowed for", text);
    return apply(settings, letter, NULL);
  }
  const char* value = equals ? equals + 1 : next_value(arguments);
  if (!value) return complain("missing value for", text);
  return apply(settings, letter, value);
}

static void add_word(struct settings* settings, const char* word) {
  if (settings->words == 0) settings->first_word = word;
  settings->words++;
}

static bool parse(struct settings* settings, struct arguments* arguments) {
  bool only_words = false;
  while (arguments->next < arguments->count) {
    const char* word = arguments->words[arguments->next++];
    if (only_words || word[0] != '-' || word[1] == '\0') {
      add_word(settings, word);
    } else if (strcmp(word, "--") == 0) {
      only_words = true;
    } else if (word[1] == '-') {
      if (!parse_long(settings, arguments, word + 2)) return false;
    } else {
      if (!parse_short(settings, arguments, word + 1)) return false;
    }
  }
  return true;
}

int main(int argc, char** argv) {
  struct settings settings = {.count = 1};
  struct arguments arguments = {argc, argv, 1};
  if (!parse(&settings, &arguments)) return 2;
  if (settings.help) {
    puts("usage: options [-v] [-q] [-n N] [-o F] [-h] [WORD]...");
    return 0;
  }
  printf("verbosity %d\ncount %d\n", settings.verbosity, settings.count);
  if (settings.output) printf("output %s\n", settings.output);
  printf("words %d\n", settings.words);
  if (settings.words > 0) printf("first %s\n", settings.first_word);
  return 0;
}
