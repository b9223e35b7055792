#include <memory>

struct Node {
  int value;
  std::unique_ptr<Node> next;
};

int depth(const std::unique_ptr<Node>& node) {
  int result = 0;
  for (const Node* each = node.get(); each != nullptr; each = each->next.get()) ++result;
  return result;
}
