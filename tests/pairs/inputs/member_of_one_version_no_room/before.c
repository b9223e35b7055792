// There is no room for all of the inputs, and one version has a member more: what is left out is left out of both.
struct row { int cells[60]; struct row *next, *other; };
struct sheet {
  struct row *row0;
  struct row *row1;
  struct row *row2;
  struct row *row3;
  struct row *row4;
  struct row *row5;
  struct row *row6;
  struct row *row7;
  int last[40];
};

int total(const struct sheet *sheet, int k) {
  if (k < 0 || k >= 40) return 0;
  return sheet->last[k] + sheet->last[39 - k];
}
