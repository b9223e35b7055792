// A global that gets a variable nobody has set: both versions leave it so, which the guarantee says.
int level;
int twice;

void keep(int x) {
  int forgotten;
  level = forgotten;
  twice = 2 * x;
}
