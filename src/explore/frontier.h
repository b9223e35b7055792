// The frontier: what is still to be looked at. Either an input that is ready to run, or a flip: the literals up to some point with the next
// one negated, whose solution (if any) is an adjacent input. Flips are solved only when their turn comes. No flip is kept twice.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <unordered_set>
#include <vector>

#include "expr/pool.h"

namespace cleave::explore {

// What an input promises; lower comes first, and within one class first come, first served.
enum class Promise : uint8_t { Difference, Propagation, OtherChanges, Rest };
inline constexpr size_t kPromises = 4;

struct Work {
  bool isInput = false;  // ready to run:
  expr::Assignment input;
  size_t path = 0;       // otherwise a flip: index of the recorded literals,
  size_t prefix = 0;     // so many of which stay,
  expr::ExprId negated;  // and this holds in addition
};

class Frontier {
 public:
  void addInput(expr::Assignment input, Promise promise);
  // `key` identifies the question; a key seen before is dropped.
  void addFlip(size_t path, size_t prefix, expr::ExprId negated, uint64_t key, Promise promise);
  void dropFlips();      // inputs stay
  bool pop(Work& work);  // false when nothing is left
  size_t size() const;

 private:
  std::array<std::deque<Work>, kPromises> queues_;
  std::unordered_set<uint64_t> asked_;
};

}  // namespace cleave::explore
