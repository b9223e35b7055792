struct order {
  int count, unit;
};
int price(const struct order* order, int is_member);
int limited(int amount);
