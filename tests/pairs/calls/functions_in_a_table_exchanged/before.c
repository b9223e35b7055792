// Which function stands where in a table shows natively, too: by its name.
struct operations {
  int (*first)(int);
  int (*second)(int);
};
static int one(int x) { return x + 1; }
static int two(int x) { return x + 2; }
static const struct operations table = {one, two};

const struct operations *chosen(int x) { return x > 0 ? &table : 0; }
