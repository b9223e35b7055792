// The smallest flat thing (a point, a line, a plane) that all rows of two or three variables lie on, in exact integers. As long as it is
// one dimension short of everything there is a linear relation: its normal is the coefficients. Each row off the hull adds a dimension, so
// a hull of random rows is full, and forgotten, after three or four of them.
#pragma once

#include <array>
#include <cstdint>

#include "support/bits.h"

namespace cleave::infer {

template <size_t kCount>
class AffineHull {
 public:
  using Vector = std::array<I128, kCount>;
  static_assert(kCount == 2 || kCount == 3);

  // False: the hull is full, or its relation is of no use (a coefficient is zero, so that it is one of fewer variables, or is too large),
  // which no further row can change.
  bool add(const Vector& point, int64_t mostCoefficient);

  // There is a relation: normal * row == offset.
  bool hasRelation() const { return dimension_ == static_cast<int>(kCount) - 1; }
  const Vector& normal() const { return normal_; }
  I128 offset() const { return offset_; }
  // Points that were on the hull without having had a part in making it. Those that would be on any such hull do not count; counting ends
  // where nobody could doubt any more.
  uint64_t confirmations() const { return confirmations_; }

 private:
  static constexpr uint64_t kEnough = 1000;

  bool onLine(const Vector& difference) const;
  bool makeNormal(const Vector& difference, int64_t mostCoefficient);

  int dimension_ = -1;
  Vector origin_{}, direction_{}, last_{};  // last_: the point that completed the hull
  Vector normal_{};
  I128 offset_ = 0;
  uint64_t confirmations_ = 0;
};

}  // namespace cleave::infer
