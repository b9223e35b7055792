typedef int (*visitor)(int key, const char *name, short weight);

int walk(visitor visit, int first, int count) {
  int sum = 0;
  for (int i = 0; i < count && i < 3; i++) {
    int answer = visit(first + i, "x", (short)i);
    if (answer < 0) return answer;
    sum += answer;
  }
  return sum;
}
