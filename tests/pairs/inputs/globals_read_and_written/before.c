int used;
int limit = 3;
unsigned refused;
int f(int wanted) {
  if (wanted < 0 || used < 0 || wanted > limit || used > limit - wanted) {
    refused++;
    return 0;
  }
  used += wanted;
  return 1;
}
