// `text` is no plain variable: somebody else moves it on.
static void skip(const char **at, const char *end) {
  while (*at != end && **at == ' ') ++*at;
}

int first_digit(const char *text, const char *end) {
  skip(&text, end);
  while (end - text >= 1) {
    if (*text >= '0' && *text <= '8') return *text - '0';
    ++text;
    skip(&text, end);
  }
  return -1;
}
