struct account {
  int balance;
  _Bool frozen;
};

int withdraw(struct account *a, int amount) {
  if (a == 0 || a->frozen) return -1;
  if (amount < 0 || amount > a->balance) return -1;
  a->balance = a->balance - amount;
  return 0;
}
