// The other version is bitcode without names and types: what the machine passes corresponds by position.
int scaled(int amount, unsigned char fee, _Bool rush) {
  if (rush) amount += 7;
  return amount * 2 + fee;
}
