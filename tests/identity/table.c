// Hash tables with chaining, binary trees.
#include <stdlib.h>
#include <string.h>

#define BUCKETS 2
struct pair {
  struct pair *next;
  unsigned key;
  int value;
};

struct table {
  struct pair *buckets[BUCKETS];
  unsigned size;
};

int *table_find(struct table *t, unsigned key) {
  if (t == 0) return 0;
  for (struct pair *each = t->buckets[key % BUCKETS]; each != 0; each = each->next)
    if (each->key == key) return &each->value;
  return 0;
}

int table_put(struct table *t, unsigned key, int value) {
  int *known = table_find(t, key);
  struct pair *fresh;
  if (t == 0) return -1;
  if (known != 0) {
    *known = value;
    return 0;
  }
  fresh = malloc(sizeof *fresh);
  if (fresh == 0) return -1;
  fresh->key = key;
  fresh->value = value;
  fresh->next = t->buckets[key % BUCKETS];
  t->buckets[key % BUCKETS] = fresh;
  t->size++;
  return 1;
}

struct pair *table_remove(struct table *t, unsigned key) {
  if (t == 0) return 0;
  for (struct pair **at = &t->buckets[key % BUCKETS]; *at != 0; at = &(*at)->next)
    if ((*at)->key == key) {
      struct pair *found = *at;
      *at = found->next;
      found->next = 0;
      t->size--;
      return found;
    }
  return 0;
}

void table_rehash(struct table *t) {
  struct pair *all;
  if (t == 0) return;
  all = t->buckets[0];
  t->buckets[0] = t->buckets[1];
  t->buckets[1] = all;
}

struct node {
  struct node *left, *right;
  int key;
};

void node_rotate(struct node **root) {
  struct node *top, *right;
  if (root == 0 || *root == 0 || (*root)->right == 0) return;
  top = *root;
  right = top->right;
  top->right = right->left;
  right->left = top;
  *root = right;
}

struct node *node_insert(struct node *root, struct node *fresh) {
  struct node **at = &root;
  if (fresh == 0) return root;
  while (*at != 0) at = fresh->key < (*at)->key ? &(*at)->left : &(*at)->right;
  fresh->left = fresh->right = 0;
  *at = fresh;
  return root;
}

int node_depth(const struct node *n) {
  int left, right;
  if (n == 0) return 0;
  left = node_depth(n->left);
  right = node_depth(n->right);
  return 1 + (left > right ? left : right);
}

unsigned hash_bytes(const unsigned char *bytes, unsigned length) {
  unsigned h = 5381;
  for (unsigned i = 0; i < length; ++i) h = (h << 5) + h + bytes[i];
  return h;
}

// Another file has a static of this name, too.
static int twice(int x) { return x + x + 1; }

int (*table_step(int steps))(int) { return steps > 1 ? twice : 0; }
