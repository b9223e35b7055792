unsigned total;
void add(int amount) {
  total = amount;
}
