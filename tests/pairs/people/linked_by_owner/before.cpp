#include <memory>

struct Node {
  int value;
  std::unique_ptr<Node> next;
};

int length_of(const std::unique_ptr<Node>& head) {
  int n = 0;
  for (const Node* at = head.get(); at != nullptr; at = at->next.get()) ++n;
  return n;
}
