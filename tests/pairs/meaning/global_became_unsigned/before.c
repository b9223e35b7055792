int total;
void add(int amount) {
  total = amount;
}
