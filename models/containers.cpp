// The parts of containers of the C++ library that its headers leave to its binary: trees that stay balanced, rings of nodes, how many
// buckets a table has, the hash of bytes. Written from what they must do; classes have the layout that the code of headers expects.
extern "C" {
[[noreturn]] void cleave_vm_unfinished(const char* why) noexcept;
int cleave_vm_same_object(const void* p, const void* q) noexcept;
extern char __libc_single_threaded;
char __libc_single_threaded = 1;  // counts of shared pointers are plain numbers then
}

namespace std {

// --- string

// Whether the text stands outside the string. The library asks for the order of two addresses; of two objects that is not known here, and
// one thing is sure: neither lies within the other. Takes the place of the program's (src/frontend/frontend.cpp).
struct StringStart {
  const char* data;
  unsigned long size;
};
bool isDisjunct(const StringStart* string, const char* text) asm("_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE11_M_disjunctEPKc");
bool isDisjunct(const StringStart* string, const char* text) {
  if (!cleave_vm_same_object(string->data, text)) return true;
  return text < string->data || string->data + string->size < text;
}

// --- map, set

enum _Rb_tree_color { kRed = 0, kBlack = 1 };

struct _Rb_tree_node_base {
  _Rb_tree_color color;
  _Rb_tree_node_base* parent;  // of the header: the root
  _Rb_tree_node_base* left;    // of the header: the first
  _Rb_tree_node_base* right;   // of the header: the last
};
using Node = _Rb_tree_node_base;

static Node* leftmost(Node* node) {
  while (node->left != nullptr) node = node->left;
  return node;
}

static Node* rightmost(Node* node) {
  while (node->right != nullptr) node = node->right;
  return node;
}

Node* _Rb_tree_increment(Node* node) noexcept {
  if (node->right != nullptr) return leftmost(node->right);
  Node* above = node->parent;
  while (node == above->right) {
    node = above;
    above = above->parent;
  }
  return node->right != above ? above : node;  // from the last node of a tree whose root it is: the header
}

Node* _Rb_tree_decrement(Node* node) noexcept {
  if (node->color == kRed && node->parent != nullptr && node->parent->parent == node) return node->right;  // the header
  if (node->left != nullptr) return rightmost(node->left);
  Node* above = node->parent;
  while (node == above->left) {
    node = above;
    above = above->parent;
  }
  return above;
}

const Node* _Rb_tree_increment(const Node* node) noexcept { return _Rb_tree_increment(const_cast<Node*>(node)); }
const Node* _Rb_tree_decrement(const Node* node) noexcept { return _Rb_tree_decrement(const_cast<Node*>(node)); }

// `by` takes the place of `node` below its parent.
static void replaceChild(Node* node, Node* by, Node& header) {
  if (header.parent == node) {
    header.parent = by;
  } else if (node->parent->left == node) {
    node->parent->left = by;
  } else {
    node->parent->right = by;
  }
}

static void rotateLeft(Node* node, Node& header) {
  Node* const up = node->right;
  node->right = up->left;
  if (up->left != nullptr) up->left->parent = node;
  up->parent = node->parent;
  replaceChild(node, up, header);
  up->left = node;
  node->parent = up;
}

static void rotateRight(Node* node, Node& header) {
  Node* const up = node->left;
  node->left = up->right;
  if (up->right != nullptr) up->right->parent = node;
  up->parent = node->parent;
  replaceChild(node, up, header);
  up->right = node;
  node->parent = up;
}

void _Rb_tree_insert_and_rebalance(bool isLeft, Node* node, Node* parent, Node& header) noexcept {
  node->parent = parent;
  node->left = nullptr;
  node->right = nullptr;
  node->color = kRed;
  if (isLeft) {
    parent->left = node;  // of the header, too: it is the first
    if (parent == &header) {
      header.parent = node;
      header.right = node;
    } else if (parent == header.left) {
      header.left = node;
    }
  } else {
    parent->right = node;
    if (parent == header.right) header.right = node;
  }
  while (node != header.parent && node->parent->color == kRed) {
    Node* const above = node->parent->parent;
    const bool onLeft = node->parent == above->left;
    Node* const uncle = onLeft ? above->right : above->left;
    if (uncle != nullptr && uncle->color == kRed) {
      node->parent->color = kBlack;
      uncle->color = kBlack;
      above->color = kRed;
      node = above;
      continue;
    }
    if (node == (onLeft ? node->parent->right : node->parent->left)) {
      node = node->parent;
      if (onLeft) {
        rotateLeft(node, header);
      } else {
        rotateRight(node, header);
      }
    }
    node->parent->color = kBlack;
    above->color = kRed;
    if (onLeft) {
      rotateRight(above, header);
    } else {
      rotateLeft(above, header);
    }
  }
  header.parent->color = kBlack;
}

// A black node is missing on the way to `node` (which may be null) below `parent`.
static void fixMissingBlack(Node* node, Node* parent, Node& header) {
  while (node != header.parent && (node == nullptr || node->color == kBlack)) {
    const bool onLeft = node == parent->left;
    Node* sibling = onLeft ? parent->right : parent->left;
    if (sibling->color == kRed) {
      sibling->color = kBlack;
      parent->color = kRed;
      if (onLeft) {
        rotateLeft(parent, header);
        sibling = parent->right;
      } else {
        rotateRight(parent, header);
        sibling = parent->left;
      }
    }
    Node* const near = onLeft ? sibling->left : sibling->right;
    Node* const far = onLeft ? sibling->right : sibling->left;
    const bool nearIsRed = near != nullptr && near->color == kRed, farIsRed = far != nullptr && far->color == kRed;
    if (!nearIsRed && !farIsRed) {
      sibling->color = kRed;
      node = parent;
      parent = parent->parent;
      continue;
    }
    if (!farIsRed) {
      near->color = kBlack;
      sibling->color = kRed;
      if (onLeft) {
        rotateRight(sibling, header);
        sibling = parent->right;
      } else {
        rotateLeft(sibling, header);
        sibling = parent->left;
      }
    }
    sibling->color = parent->color;
    parent->color = kBlack;
    Node* const outer = onLeft ? sibling->right : sibling->left;
    if (outer != nullptr) outer->color = kBlack;
    if (onLeft) {
      rotateLeft(parent, header);
    } else {
      rotateRight(parent, header);
    }
    break;
  }
  if (node != nullptr) node->color = kBlack;
}

// Takes the node out, and returns it.
Node* _Rb_tree_rebalance_for_erase(Node* const node, Node& header) noexcept {
  if (node == header.left) header.left = node->right != nullptr ? leftmost(node->right) : node->parent;
  if (node == header.right) header.right = node->left != nullptr ? rightmost(node->left) : node->parent;
  Node *below, *above;
  _Rb_tree_color gone = node->color;
  if (node->left == nullptr || node->right == nullptr) {
    below = node->left != nullptr ? node->left : node->right;
    above = node->parent;
    if (below != nullptr) below->parent = above;
    replaceChild(node, below, header);
  } else {  // the next one comes into its place, and leaves its own
    Node* const next = leftmost(node->right);
    gone = next->color;
    below = next->right;
    if (next->parent == node) {
      above = next;
    } else {
      above = next->parent;
      above->left = below;
      if (below != nullptr) below->parent = above;
      next->right = node->right;
      next->right->parent = next;
    }
    next->left = node->left;
    next->left->parent = next;
    next->parent = node->parent;
    replaceChild(node, next, header);
    next->color = node->color;
  }
  if (gone == kBlack && header.parent != nullptr) fixMissingBlack(below, above, header);
  return node;
}

namespace __detail {

// --- list

struct _List_node_base {
  _List_node_base* next;
  _List_node_base* previous;
  static void swap(_List_node_base& one, _List_node_base& other) noexcept;
  void _M_transfer(_List_node_base* first, _List_node_base* last) noexcept;
  void _M_reverse() noexcept;
  void _M_hook(_List_node_base* position) noexcept;
  void _M_unhook() noexcept;
};

void _List_node_base::_M_hook(_List_node_base* position) noexcept {
  next = position;
  previous = position->previous;
  position->previous->next = this;
  position->previous = this;
}

void _List_node_base::_M_unhook() noexcept {
  previous->next = next;
  next->previous = previous;
}

// [first, last) comes before this node.
void _List_node_base::_M_transfer(_List_node_base* first, _List_node_base* last) noexcept {
  if (this == last || first == last) return;
  _List_node_base* const end = last->previous;
  first->previous->next = last;
  last->previous = first->previous;
  first->previous = previous;
  previous->next = first;
  end->next = this;
  previous = end;
}

void _List_node_base::_M_reverse() noexcept {
  _List_node_base* node = this;
  do {
    _List_node_base* const behind = node->next;
    node->next = node->previous;
    node->previous = behind;
    node = behind;
  } while (node != this);
}

static void follow(_List_node_base& ring, _List_node_base& from) {  // `ring` stands in the ring where `from` stood
  if (from.next == &from) {
    ring.next = &ring;
    ring.previous = &ring;
    return;
  }
  ring.next = from.next;
  ring.previous = from.previous;
  ring.next->previous = &ring;
  ring.previous->next = &ring;
}

void _List_node_base::swap(_List_node_base& one, _List_node_base& other) noexcept {
  _List_node_base kept;
  follow(kept, one);
  follow(one, other);
  follow(other, kept);
}

// --- unordered_map, unordered_set

}  // namespace __detail

template <class First, class Second>
struct pair {
  First first;
  Second second;
};

namespace __detail {

class _Prime_rehash_policy {
 public:
  unsigned long _M_next_bkt(unsigned long least) const;
  pair<bool, unsigned long> _M_need_rehash(unsigned long buckets, unsigned long elements, unsigned long more) const;

  float maxLoad;
  mutable unsigned long nextResize;
};

static unsigned long wholePart(float number) { return number >= 9.2e18f ? 1ul << 63 : (unsigned long)number; }

// Measured: the library's answers, up to a size that no run of ours comes to.
unsigned long _Prime_rehash_policy::_M_next_bkt(unsigned long least) const {
  static const unsigned short primes[] = {
      2,    3,    5,    7,    11,   13,   17,   19,   23,   29,   31,   37,   41,   43,   47,   53,   59,   61,   67,   71,   73,
      79,   83,   89,   97,   103,  109,  113,  127,  137,  139,  149,  157,  167,  179,  193,  199,  211,  227,  241,  257,  277,
      293,  313,  337,  359,  383,  409,  439,  467,  503,  541,  577,  619,  661,  709,  761,  823,  887,  953,  1031, 1109, 1193,
      1289, 1381, 1493, 1613, 1741, 1879, 2029, 2179, 2357, 2549, 2753, 2971, 3209, 3469, 3739, 4027, 4349, 4703, 5087, 5503, 5953};
  if (least == 0) return 1;
  for (const unsigned short prime : primes) {
    if (prime < least) continue;
    nextResize = wholePart(prime * maxLoad);
    return prime;
  }
  cleave_vm_unfinished("limit of 5953 buckets of an unordered container");
}

pair<bool, unsigned long> _Prime_rehash_policy::_M_need_rehash(unsigned long buckets, unsigned long elements, unsigned long more) const {
  if (elements + more <= nextResize) return {false, 0};
  const unsigned long wanted = nextResize == 0 && elements + more < 11 ? 11 : elements + more;  // at first there is room for some
  const double least = (double)wanted / (double)maxLoad;
  if (least >= (double)buckets) {
    const unsigned long enough = (unsigned long)least + 1, twice = 2 * buckets;
    return {true, _M_next_bkt(enough > twice ? enough : twice)};
  }
  nextResize = wholePart((float)buckets * maxLoad);
  return {false, 0};
}

}  // namespace __detail

// MurmurHash, as it was published for 64 bits: the order of unordered containers shows by it.
unsigned long _Hash_bytes(const void* from, unsigned long length, unsigned long seed) {
  const unsigned long factor = 0xc6a4a7935bd1e995ul;
  const auto mix = [](unsigned long value) { return value ^ (value >> 47); };
  const unsigned char* byte = static_cast<const unsigned char*>(from);
  unsigned long hash = seed ^ (length * factor);
  const auto next = [&](unsigned long count) {
    unsigned long word = 0;
    for (unsigned long k = 0; k < count; ++k) word |= (unsigned long)byte[k] << (8 * k);
    byte += count;
    return word;
  };
  for (unsigned long k = 0; k < length / 8; ++k) {
    hash ^= mix(next(8) * factor) * factor;
    hash *= factor;
  }
  if (length % 8 != 0) {
    hash ^= next(length % 8);
    hash *= factor;
  }
  return mix(mix(hash) * factor);
}

}  // namespace std
