#include <memory>

struct Node {
  int value;
  std::unique_ptr<Node> next;
};

int length_of(const std::unique_ptr<Node>& head) { return head ? (head->value != 7) + length_of(head->next) : 0; }
