#include "explore/frontier.h"

#include <algorithm>
#include <utility>

namespace cleave::explore {

namespace {

constexpr uint64_t kTurns = 4;  // of so many, one is of the work that waits longest

}  // namespace

void Frontier::add(Work work, Promise promise, uint32_t distance) {
  work.number = added_++;
  work.promise = promise;
  work.distance = distance;
  queues_[static_cast<size_t>(promise)][distance].push_back(std::move(work));
}

void Frontier::addInput(expr::Assignment input, Promise promise) {
  Work work;
  work.isInput = true;
  work.input = std::move(input);
  add(std::move(work), promise, 0);
}

void Frontier::addFlip(size_t path, size_t prefix, expr::ExprId negated, uint64_t key, Promise promise, uint32_t distance) {
  if (!asked_.insert(key).second) return;
  Work work;
  work.path = path;
  work.prefix = prefix;
  work.negated = negated;
  add(std::move(work), promise, distance);
}

void Frontier::takeBack() {
  for (Work& work : std::exchange(aside_, {})) {
    const Promise promise = work.promise;
    const uint32_t distance = work.distance;
    add(std::move(work), promise, distance);
  }
}

void Frontier::dropFlips() {
  std::erase_if(aside_, [](const Work& work) { return !work.isInput; });
  for (Queue& queue : queues_) {
    for (auto& [distance, works] : queue) std::erase_if(works, [](const Work& work) { return !work.isInput; });
    std::erase_if(queue, [](const auto& each) { return each.second.empty(); });
  }
}

bool Frontier::pop(Work& work) {
  for (Queue& queue : queues_) {
    if (queue.empty()) continue;
    const auto from = popped_++ % kTurns == kTurns - 1 ? longestWaiting(queue) : queue.begin();
    work = std::move(from->second.front());
    from->second.pop_front();
    if (from->second.empty()) queue.erase(from);
    return true;
  }
  return false;
}

Frontier::Queue::iterator Frontier::longestWaiting(Queue& queue) {
  return std::ranges::min_element(queue, {}, [](const auto& each) { return each.second.front().number; });
}

size_t Frontier::size() const {
  size_t total = aside_.size();
  for (const Queue& queue : queues_)
    for (const auto& [distance, works] : queue) total += works.size();
  return total;
}

}  // namespace cleave::explore
