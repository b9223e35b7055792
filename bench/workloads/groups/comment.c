/* The length of a line without its comment. AFTER takes a '#' in the first column for text. */
int comment(const char *line) {
  int n = 0;
#ifdef AFTER
  if (line[0]) n = 1;
#endif
  while (line[n] && line[n] != '#') n++;
  return n;
}
