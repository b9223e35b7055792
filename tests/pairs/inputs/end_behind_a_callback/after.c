// Where a text ends is compared in functions that are called through a pointer.
struct encoding {
  int (*matches)(const struct encoding *, const char *, const char *, const char *);
};

static int matches(const struct encoding *encoding, const char *text, const char *end, const char *name) {
  (void)encoding;
  for (; *name; ++name, ++text) {
    if (end - text < 1) return 0;
    if (*text != *name) return 0;
  }
  return text == end;
}
static int never(const struct encoding *encoding, const char *text, const char *end, const char *name) {
  return encoding == 0 && text < end && name == 0;
}
const struct encoding plain = {matches}, none = {never};

int role(const struct encoding *encoding, int token, const char *text, const char *end) {
  switch (token) {
    case 1:
      return 7;
    case 2:
      if (encoding->matches(encoding, text, end, "ab")) return 8;
      break;
  }
  return 9;
}
