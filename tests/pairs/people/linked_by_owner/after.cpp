#include <memory>

struct Node {
  int value;
  std::unique_ptr<Node> next;
};

int length_of(const std::unique_ptr<Node>& head) { return head ? 1 + length_of(head->next) : 0; }
