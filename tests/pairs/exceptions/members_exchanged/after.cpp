// Nothing but the throw mentions the class.
struct Place {
  int column, row;
};
int parse(int row, int column) {
  if (row > 3) throw Place{row, column};
  return row;
}
