// Properties of one variable, from running statistics: constant, small set, bounds, never zero, remainder, null or not. Also of the
// elements of an array, which are so many values of one variable.
#pragma once

#include <array>
#include <vector>

#include "infer/inference.h"
#include "infer/justify.h"

namespace cleave::infer {

// The lowest (or highest) value, and how often it was arrived at.
template <class T>
struct Extreme {
  T value{};
  uint64_t arrivals = 0;
};

class IntegerStats {
 public:
  void add(I128 value, bool fresh);

  uint64_t rows() const { return rows_; }
  bool isConstant() const { return rows_ > 0 && low_.value == high_.value; }

  // As properties of the term, which has this type. `candidates`: how many variables are looked at.
  std::vector<Found> properties(const Term& term, const Scalar& type, const Options& options, uint64_t candidates) const;

 private:
  static constexpr size_t kDistinct = 32;
  struct Member {
    I128 value = 0;
    uint64_t rows = 0;
  };

  void count(I128 value);
  bool addSet(std::vector<Found>& into, const Term& term, const Scalar& type, const Options& options, uint64_t candidates) const;
  void addBounds(std::vector<Found>& into, const Term& term, const Scalar& type, const Judge& judge, uint64_t candidates) const;
  void addRemainder(std::vector<Found>& into, const Term& term, const Judge& judge, uint64_t candidates) const;

  uint64_t rows_ = 0, fresh_ = 0;
  I128 first_ = 0;
  Extreme<I128> low_, high_;
  bool zero_ = false;
  U128 step_ = 0;  // the greatest common divisor of all differences
  std::array<Member, kDistinct> members_;
  size_t memberCount_ = 0;
  bool tooMany_ = false;  // distinct values
};

class FloatStats {
 public:
  void add(double value, bool fresh);
  bool isConstant() const { return rows_ > 0 && !nan_ && low_.value == high_.value; }
  std::vector<Found> properties(const Term& term, const Options& options, uint64_t candidates) const;

 private:
  uint64_t rows_ = 0, fresh_ = 0;
  Extreme<double> low_, high_;
  bool nan_ = false;
};

}  // namespace cleave::infer
