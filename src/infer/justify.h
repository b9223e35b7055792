// Is what held in all rows worth saying, or was it to be expected? For every property there is a simple story in which it is an accident,
// and `chance` is how likely the rows are in that story. It is reported where even the number of candidates that were tried makes an
// accident unlikely: chance * candidates <= Options::chance.
//
// The stories, by family:
//   a set or constant   another value, as frequent as the rarest that was seen (for a constant: in half of the rows), never came up
//   a bound             values beyond it, as frequent as the bound itself, never came up; x >= 0 also: every sign was the toss of a coin
//   never zero          all values between the bounds are equally likely, and zero never came up
//   a remainder         remainders are equally likely, and all distinct values agreed
//   x REL y             x and y have nothing to do with each other: pairing the values of a sample at random tells how often REL then holds
//   a linear relation   a row that did not help to find it satisfies it as often as the most frequent value of a variable comes up
//   guard ==> property  the guard has nothing to do with it: the property holds there as often as in all rows
//
// Rows of a loop repeat themselves. Where a story needs independent events, only *fresh* rows count: those where a variable of the property
// has another value than in the row before.
//
// Chances are natural logarithms: 0 is certain, and a million fresh rows do not underflow.
#pragma once

#include <cstdint>

#include "support/bits.h"

namespace cleave::infer {

// Something of this probability each time, `times` times; 0 times is certain.
double logOfAll(double probability, uint64_t times);

// A value of which `count` of `rows` are expected never came up.
double logNeverSeen(uint64_t count, uint64_t rows);

double logConstant(uint64_t rows);
double logSet(size_t members, uint64_t rarest, uint64_t rows);
double logSameSign(uint64_t fresh);
double logNeverZero(I128 low, I128 high, uint64_t fresh);
double logRemainder(I128 modulus, size_t distinct);

// An estimate of a probability from `hits` of `trials`, drawn from `samples` independent values: pushed up (or down) by what a sample of
// that size may be off, so that nothing is justified by a lucky sample.
double upperEstimate(double hits, double trials, double samples);
double lowerEstimate(double hits, double trials, double samples);

// The limit on reports.
class Judge {
 public:
  explicit Judge(double chance);
  bool accepts(double logChance, uint64_t candidates) const;
  bool acceptsAll() const { return all_; }

 private:
  bool all_;
  double logLimit_;
};

}  // namespace cleave::infer
