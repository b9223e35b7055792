// Where before reads beyond its table, after may do what it likes.
int pick(unsigned k) {
  int table[3] = {7, 8, 9};
  return table[k];
}
