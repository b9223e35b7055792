struct pair {
  int second;
  int first;
};
int first_of(struct pair *from) {
  return *(int *)from;
}
