// What is looked for, and how sure one has to be. The defaults are for people; forCouplings() is for proofs, which drop what is not true
// anyway.
#pragma once

#include <cstddef>
#include <cstdint>

namespace cleave::infer {

struct Options {
  // How likely it may be that anything of a family (ranges, orders, ...) is reported of a point although it was seen by accident; see
  // justify.h. 1: whatever held in all rows is reported.
  double chance = 0.01;

  size_t mostMembers = 4;        // of a set of values
  int64_t mostGap = 16;          // c in x <= y + c, in amount
  int64_t mostCoefficient = 64;  // of a linear relation, in amount
  size_t mostTriples = 20'000;   // of variables, for linear relations of three; the rest is not looked at (Inference::skippedTriples)
  size_t mostSplits = 4;         // by the result and by booleans, for implications

  // Also implications, split by the result, whose bodies held everywhere: for proofs, in which a body may turn out to be false and the implication not.
  bool weaker = false;

  bool linear = true;
  bool arrays = true;
  bool wrapping = false;     // linear relations modulo 2^w, with any coefficients
  bool resizedGaps = false;  // equality after extension or truncation also with a constant between
  uint64_t seed = 1;         // of the choice of rows that are kept as a sample
};

inline Options forCouplings() {
  Options options;
  options.chance = 1;
  options.mostGap = INT64_MAX;
  options.mostSplits = 0;
  options.wrapping = true;
  options.resizedGaps = true;
  return options;
}

}  // namespace cleave::infer
