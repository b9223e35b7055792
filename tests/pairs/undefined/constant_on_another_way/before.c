// Some strings bring the changed number along. It never shows, and that is proved.
int grade(const char *name) {
  int kind = 0;
  if (name[0] == 'x') kind = 1;
  if (kind == 7) return 1;
  return 0;
}
