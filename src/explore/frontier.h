// The frontier: what is still to be looked at. Either an input that is ready to run, or a flip: the literals up to some point with the next
// one negated, whose solution (if any) is an adjacent input. Flips are solved only when their turn comes. No flip is kept twice.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <unordered_set>
#include <vector>

#include "expr/pool.h"

namespace cleave::explore {

// What an input promises; lower comes first. Within one class the nearer to a change comes first, but for every fourth: then the one that
// has waited longest, since a way that looks short may not be one. Of the same distance first come, first served.
enum class Promise : uint8_t { Difference, Propagation, OtherChanges, Rest };
inline constexpr size_t kPromises = 4;

struct Work {
  bool isInput = false;  // ready to run:
  expr::Assignment input;
  size_t path = 0;       // otherwise a flip: index of the recorded literals,
  size_t prefix = 0;     // so many of which stay,
  expr::ExprId negated;  // and this holds in addition
  uint64_t number = 0;   // in the order in which all work came
  Promise promise = Promise::Rest;
  uint32_t distance = 0;
};

class Frontier {
 public:
  void addInput(expr::Assignment input, Promise promise);
  // `key` identifies the question; a key seen before is dropped.
  void addFlip(size_t path, size_t prefix, expr::ExprId negated, uint64_t key, Promise promise, uint32_t distance = 0);
  void dropFlips();      // inputs stay
  void setAside(Work work) { aside_.push_back(std::move(work)); }  // what was popped, until its time has come
  void takeBack();                                                 // all of that is queued again
  bool pop(Work& work);  // false when nothing is left
  size_t size() const;

 private:
  using Queue = std::map<uint32_t, std::deque<Work>>;  // by distance; none is empty
  void add(Work work, Promise promise, uint32_t distance);
  static Queue::iterator longestWaiting(Queue& queue);

  std::array<Queue, kPromises> queues_;
  std::vector<Work> aside_;
  uint64_t added_ = 0;
  uint64_t popped_ = 0;
  std::unordered_set<uint64_t> asked_;
};

}  // namespace cleave::explore
