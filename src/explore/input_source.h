// Where the first inputs come from: zero, small and boundary values, constants that the program compares with and their neighbours, and
// random ones. Deterministic for a seed.
#pragma once

#include <vector>

#include "explore/entry.h"
#include "support/random.h"

namespace cleave::explore {

class InputSource {
 public:
  InputSource(const Entry& entry, const program::Program& before, const program::Program& after, const expr::ExprPool& pool, uint64_t seed);

  // The next input: first all zero, then each interesting value in each cell with the others zero, then mixtures.
  expr::Assignment next();
  U128 valueOf(size_t cell) { return limited(cell, randomValue(cell)); }  // something to try there
  U128 limited(size_t cell, U128 bits) const;                             // within the cell's limits, whatever the value was
  bool systematicDone() const { return position_ >= systematic_.size(); }

 private:
  struct Single {
    size_t cell;
    U128 bits;
  };
  U128 randomValue(size_t cell);

  const Entry& entry_;
  size_t symbolCount_;
  Random random_;
  std::vector<std::vector<U128>> interesting_;  // by cell
  std::vector<Single> systematic_;
  size_t position_ = 0;
  bool zeroDone_ = false;
};

}  // namespace cleave::explore
