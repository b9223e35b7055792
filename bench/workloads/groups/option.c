/* Which option a word is. AFTER no longer takes "-" for one. */
int option(const char *word) {
  if (word[0] != '-') return 0;
#ifdef AFTER
  if (word[1] == 0) return 0;
#endif
  if (word[1] == 'v') return 1;
  if (word[1] == 'q') return 2;
  return 3;
}
