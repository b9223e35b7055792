typedef int (*visitor)(int key, const char *name, short weight);

int walk(visitor visit, int first, int count) {
  int sum = 0, i = 0;
  while (i < count && i <= 2) {
    const int answer = visit(i + first, "x", (short)i);
    i++;
    if (answer < 0) return answer;
    sum = answer + sum;
  }
  return sum;
}
