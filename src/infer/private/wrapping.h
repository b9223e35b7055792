// Linear relations modulo 2^w, with any coefficients: one variable is a combination of the others and a constant, as registers compute it.
// What is kept of the rows is the module that their differences span over the integers modulo 2^w, as at most one generator for each
// variable, with a power of two in front. A relation is a solution of as many equations. A row adds something at most w times for each
// variable, and mostly there is no solution after a few.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace cleave::infer {

// Patterns; only the low `width` bits count.
template <size_t kCount>
using Pattern = std::array<uint64_t, kCount>;

// row[target] == sum of factors[j] * row[j], j != target, + constant.
template <size_t kCount>
struct WrappingRelation {
  size_t target = 0;
  Pattern<kCount> factors{};  // 0 at the target
  uint64_t constant = 0;
};

template <size_t kCount>
class WrappingHull {
 public:
  explicit WrappingHull(unsigned width) : width_(width) {}

  bool add(const Pattern<kCount>& row);  // false: there is no relation, and never will be
  // Only one that needs all variables counts.
  std::optional<WrappingRelation<kCount>> relation() const;
  uint64_t confirmations() const { return confirmations_; }  // fresh rows that told nothing new

 private:
  bool insert(const Pattern<kCount>& difference);  // true: it was not in the module yet
  bool solve();
  bool solveFor(size_t target);

  unsigned width_;
  bool any_ = false;
  Pattern<kCount> origin_{};
  std::array<Pattern<kCount>, kCount> generators_{};  // each is zero, or has its first entry at its own index, a power of two
  WrappingRelation<kCount> relation_;
  uint64_t confirmations_ = 0;
};

}  // namespace cleave::infer
