struct reading {
  char unit;
  long double values[2];
};
void scale(struct reading *r, long double by) {
  long double copy[2] = {r->values[0], r->values[1]};
  r->values[1] = by * copy[1];
  r->values[0] = by * copy[0];
  r->unit = r->unit == 'm' ? 'k' : r->unit;
}
