/* How many fields a line has that are parted by commas. AFTER: an empty line has none. */
int fields(const char *line) {
#ifdef AFTER
  if (!*line) return 0;
#endif
  int count = 1;
  for (; *line; line++)
    if (*line == ',') count++;
  return count;
}
