struct pair {
  int first;
  int second;
};
int first_of(struct pair *from) {
  return *(int *)from;
}
