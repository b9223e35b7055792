struct reading {
  char unit;
  long double values[2];
};
void scale(struct reading *r, long double by) {
  for (int i = 0; i < 2; i++) r->values[i] = r->values[i] * by;
}
