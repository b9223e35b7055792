// A random sample of the rows, of a fixed size, each row equally likely to be in it. It tells how values are distributed, which is what
// chances are computed from; nothing that is claimed to hold rests on it.
#pragma once

#include <functional>
#include <vector>

#include "infer/property.h"
#include "support/random.h"

namespace cleave::infer {

class Sample {
 public:
  static constexpr size_t kRows = 256;
  static constexpr size_t kElements = 64;  // of an array

  explicit Sample(uint64_t seed) : random_(seed) {}

  void add(Row row);
  size_t size() const { return kept_.size(); }
  Row row(size_t i) const { return kept_[i].values; }

 private:
  struct Kept {
    std::vector<Value> values;  // spans into `elements`
    std::vector<uint64_t> elements;
  };
  static void keep(Kept& place, Row row);

  Random random_;
  uint64_t seen_ = 0;
  std::vector<Kept> kept_;
};

// The numbers that something has in the rows of a sample; sorted.
using Numbers = std::vector<I128>;
using Floats = std::vector<double>;
Numbers numbersOf(const Sample& sample, const Term& term, const Scalar& type);  // of an Element: of all elements of a row
Floats floatsOf(const Sample& sample, const Term& term, const Scalar& type);    // without NaN

// If x and y had nothing to do with each other: of how many pairs is x - y at most c; exactly c? As a share of all pairs.
struct Share {
  double hits = 0, trials = 0, samples = 0;
};
Share shareAtMost(const Numbers& x, const Numbers& y, I128 c);
Share shareExactly(const Numbers& x, const Numbers& y, I128 c);
Share shareLess(const Floats& x, const Floats& y, bool orEqual);
Share shareEqual(const Floats& x, const Floats& y);
double mostFrequent(const Numbers& numbers);  // the share of the value that comes up most often, estimated from above

}  // namespace cleave::infer
