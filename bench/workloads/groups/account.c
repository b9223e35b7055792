/* Takes money from an account with a limit. AFTER allows the limit itself. */
struct account { int balance; int limit; int frozen; };
int take(struct account *a, int amount) {
  if (a->frozen || amount <= 0) return -1;
#ifdef AFTER
  if (amount > a->limit) return -2;
#else
  if (amount >= a->limit) return -2;
#endif
  if (amount > a->balance) return -3;
  a->balance -= amount;
  return 0;
}
