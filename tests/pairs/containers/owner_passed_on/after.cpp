#include <memory>

struct Node {
  int value;
  std::unique_ptr<Node> next;
};

int depth(const std::unique_ptr<Node>& node) { return node ? 1 + depth(node->next) : 0; }
