#include "explore/frontier.h"

namespace cleave::explore {

void Frontier::addInput(expr::Assignment input, Promise promise) {
  Work work;
  work.isInput = true;
  work.input = std::move(input);
  queues_[static_cast<size_t>(promise)].push_back(std::move(work));
}

void Frontier::addFlip(size_t path, size_t prefix, expr::ExprId negated, uint64_t key, Promise promise) {
  if (!asked_.insert(key).second) return;
  queues_[static_cast<size_t>(promise)].push_back({false, {}, path, prefix, negated});
}

void Frontier::dropFlips() {
  for (std::deque<Work>& queue : queues_) std::erase_if(queue, [](const Work& work) { return !work.isInput; });
}

bool Frontier::pop(Work& work) {
  for (std::deque<Work>& queue : queues_) {
    if (queue.empty()) continue;
    work = std::move(queue.front());
    queue.pop_front();
    return true;
  }
  return false;
}

size_t Frontier::size() const {
  size_t total = 0;
  for (const std::deque<Work>& queue : queues_) total += queue.size();
  return total;
}

}  // namespace cleave::explore
