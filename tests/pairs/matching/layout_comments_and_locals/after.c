/* A comment. */
int helper(int halved) {
  return halved
         / 2;  // and another
}

int f(int a,
      int b) {
  int total = a + b;

  if (total > 3)
    total = helper(total);
  return total;
}
