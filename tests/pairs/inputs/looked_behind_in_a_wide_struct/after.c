// The struct has more pointers than there is room for, and what the code looks at stands far behind one of them.
struct leaf { int value, limit; };
struct branch { long weights[20]; struct leaf *leaves[6]; struct branch *next; };
struct tree {
  struct branch *branch0;
  struct branch *branch1;
  struct branch *branch2;
  struct branch *branch3;
  struct branch *branch4;
  struct branch *branch5;
  struct branch *branch6;
  struct branch *branch7;
  struct branch *branch8;
};

int clamp(const struct tree *tree) {
  const struct leaf *leaf = tree->branch7->next->next->leaves[4];
  if (leaf->limit > 0 && leaf->value > leaf->limit) return leaf->limit;
  return leaf->value;
}
