#include <memory>
#include <utility>

struct Node {
  int value;
  std::unique_ptr<Node> next;
};

std::unique_ptr<Node> pushed(std::unique_ptr<Node> list, int value) {
  if (list && list->value == value) return list;
  return std::make_unique<Node>(value, std::move(list));
}
