int price_of(int age, int people) {
  if (people >= 6) return 80 * people;
  return age <= 12 ? 40 : 100;
}
