struct account {
  int balance;
  _Bool frozen;
};

int withdraw(struct account *a, int amount) {
  if (!a || a->frozen || amount < 0) return -1;
  if (!(amount < a->balance)) return -1;
  a->balance -= amount;
  return 0;
}
