#include <memory>
#include <utility>

struct Node {
  int value;
  std::unique_ptr<Node> next;
};

// With a number before all others; the same number is not put there twice.
std::unique_ptr<Node> pushed(std::unique_ptr<Node> list, int value) {
  if (list != nullptr && list->value == value) return list;
  std::unique_ptr<Node> node(new Node);
  node->value = value;
  node->next.reset(list.release());
  return node;
}
