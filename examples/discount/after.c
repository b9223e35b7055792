/* What an order costs, in cents: 5.00 off above 400.00, and a tenth off from ten pieces on. */
int total(int count, int cents) {
  if (count <= 0 || cents < 0) return -1;
  if (cents > 100000 || count > 1000) return -2;
  int sum = count * cents;
  if (sum > 40000) sum -= 500;
  if (count >= 10) sum -= sum / 10;
  return sum;
}
