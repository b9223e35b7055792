// Doubly and singly linked lists as libraries write them: the structure that an entry gets is not the one it leaves behind, so that the same object
// is reached by ways that did not exist before, and old ways lead to other objects.
#include <stdlib.h>

struct link {
  struct link *next, *previous;
  int value;
};

struct list {
  struct link *first, *last;
  unsigned length;
};

struct tree_item {
  struct tree_item *next, *previous, *child;
  int type;
};

// A list whose first item's `previous` is its last: cyclic one way, ended the other.
int item_append(struct tree_item *parent, struct tree_item *item) {
  if (parent == 0 || item == 0 || parent == item) return 0;
  if (parent->child == 0) {
    parent->child = item;
    item->previous = item;
    item->next = 0;
  } else if (parent->child->previous != 0) {
    struct tree_item *last = parent->child->previous;
    last->next = item;
    item->previous = last;
    parent->child->previous = item;
  }
  return 1;
}

struct tree_item *item_detach(struct tree_item *parent, struct tree_item *item) {
  if (parent == 0 || item == 0) return 0;
  if (item != parent->child && item->previous != 0) item->previous->next = item->next;
  if (item->next != 0) item->next->previous = item->previous;
  if (item == parent->child) parent->child = item->next;
  item->previous = 0;
  item->next = 0;
  return item;
}

void list_append(struct list *list, struct link *link) {
  if (list == 0 || link == 0) return;
  link->next = 0;
  link->previous = list->last;
  if (list->last != 0)
    list->last->next = link;
  else
    list->first = link;
  list->last = link;
  list->length++;
}

void list_splice(struct list *to, struct list *from) {
  if (to == 0 || from == 0 || from->first == 0) return;
  if (to->last != 0) {
    to->last->next = from->first;
    from->first->previous = to->last;
  } else {
    to->first = from->first;
  }
  to->last = from->last;
  to->length += from->length;
  from->first = from->last = 0;
  from->length = 0;
}

struct link *link_reverse(struct link *link) {
  struct link *done = 0;
  for (int steps = 0; link != 0 && steps < 3; ++steps) {
    struct link *next = link->next;
    link->next = done;
    done = link;
    link = next;
  }
  return done;
}

// The old second node stays behind its only other name, the new one takes its way.
int link_replace_next(struct link *link, int value) {
  struct link *fresh;
  if (link == 0 || link->next == 0) return 0;
  fresh = malloc(sizeof *fresh);
  if (fresh == 0) return -1;
  fresh->value = value;
  fresh->previous = link;
  fresh->next = link->next->next;
  link->next->value = value + 1;
  link->next->next = 0;
  link->next = fresh;
  return 1;
}

struct link *link_rotate(struct link *link) {
  struct link *second;
  if (link == 0 || link->next == 0) return link;
  second = link->next;
  link->next = second->next;
  second->next = link;
  link->previous = second;
  second->previous = 0;
  return second;
}

void link_make_ring(struct link *link) {
  if (link == 0) return;
  link->next = link;
  link->previous = link;
}

static unsigned count(const struct link *link) {
  unsigned n = 0;
  for (; link != 0 && n < 4; link = link->next) ++n;
  return n;
}

unsigned list_recount(struct list *list) {
  if (list == 0) return 0;
  list->length = count(list->first);
  return list->length;
}

static void free_links(struct link *link) {
  while (link != 0) {
    struct link *next = link->next;
    free(link);
    link = next;
  }
}

int list_make_and_free(int n) {
  struct link *all = 0;
  int sum = 0;
  for (int i = 0; i < n && i < 3; ++i) {
    struct link *fresh = malloc(sizeof *fresh);
    if (fresh == 0) break;
    fresh->next = all;
    fresh->value = n - i;
    all = fresh;
  }
  for (struct link *each = all; each != 0; each = each->next) sum += each->value;
  free_links(all);
  return sum;
}
