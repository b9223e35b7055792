#include "driver/turns.h"

#include <algorithm>
#include <tuple>

namespace cleave::driver {

namespace {

constexpr Seconds kShortest{0.05};  // less is not worth waking anybody

}  // namespace

// A walk whose first turn is all there is ends by its budget.
bool Turns::goesOn(const Messages& messages, const explore::Progress& progress) {
  if (before_ + turn_ >= most_ || Clock::now() - since_ < turn_) return true;
  const Seconds next = messages.rest({reinterpret_cast<const char*>(&progress), sizeof progress});
  if (next.count() <= 0) return false;
  before_ += turn_;
  turn_ = next;
  since_ = Clock::now();
  return true;
}

bool TurnQueue::isMorePromising(const Known& one, const Known& other) {
  const auto rank = [](const Known& each) { return std::tuple(each.progress.different != 0, each.turns, each.progress.queue, each.depth); };
  return rank(one) < rank(other);
}

Turn TurnQueue::next(const std::vector<size_t>& resting, Seconds left) {
  const size_t entry = *std::ranges::min_element(resting, [&](size_t one, size_t other) { return isMorePromising(known_[one], known_[other]); });
  Known& known = known_[entry];
  const Seconds time = std::min({2 * known.last, known.times.most - known.sum, left});
  if (time < kShortest) return {entry, Seconds(0)};
  known.last = time;
  known.sum += time;
  ++known.turns;
  return {entry, time};
}

}  // namespace cleave::driver
