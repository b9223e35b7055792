// Properties of two variables that come from their difference: equal, equal but for a constant, in order (also with a constant between),
// never equal; and equal after extension or truncation, where their types differ. All pairs are updated in each row, so this is where the
// time goes.
#pragma once

#include <array>
#include <vector>

#include "infer/inference.h"
#include "infer/private/columns.h"
#include "infer/private/sample.h"

namespace cleave::infer {

// Is it the first row of the tuple, or does it differ from the last row in which all of its columns had values? Notes the row.
template <class Tuple, size_t kCount>
bool noteRow(const Columns& columns, Tuple& tuple, const std::array<uint32_t, kCount>& members) {
  bool fresh = tuple.rows == 0;
  for (const uint32_t each : members) fresh = fresh || columns.changedSince(each, tuple.lastRow);
  ++tuple.rows;
  tuple.lastRow = columns.rowNumber();
  if (fresh) ++tuple.fresh;
  return fresh;
}

// What is known of each column as a whole when pairs are reported.
struct Marginals {
  std::vector<Numbers> numbers;  // by column; empty for floats
  std::vector<Floats> floats;
  std::vector<bool> constant;
};

class IntegerPairs {
 public:
  IntegerPairs(const Columns& columns, const Options& options);
  void add(const Columns& columns);
  std::vector<Found> properties(const Columns& columns, const Marginals& marginals) const;

 private:
  struct Pair {
    uint32_t x, y;
    uint64_t rows = 0, fresh = 0, lastRow = 0;
    I128 low = 0, high = 0;                      // of x - y
    uint64_t lowArrivals = 0, highArrivals = 0;  // in fresh rows
    bool zero = false;
  };
  void update(Pair& pair, const Columns& columns) const;
  bool isSpent(const Pair& pair) const;                                    // whatever comes, nothing can be said of it
  static double neverEqual(const Marginals& marginals, const Pair& pair);  // the chance of that
  void addOrder(std::vector<Found>& into, const Columns& columns, const Marginals& marginals, const Pair& pair) const;

  Options options_;
  std::vector<Pair> pairs_;  // those of which something may still be said
  uint64_t candidates_ = 0;
};

class FloatPairs {
 public:
  FloatPairs(const Columns& columns, const Options& options);
  void add(const Columns& columns);
  std::vector<Found> properties(const Columns& columns, const Marginals& marginals) const;

 private:
  struct Pair {
    uint32_t x, y;
    uint64_t rows = 0, fresh = 0, lastRow = 0;
    bool less = false, equal = false, greater = false, unordered = false;  // seen
  };

  Options options_;
  std::vector<Pair> pairs_;
};

// x and y have other types, and y is at least as wide: y == (extended) x + c, or the low bits of y are x + c.
class ResizedPairs {
 public:
  ResizedPairs(const Columns& columns, const Options& options);
  void add(const Columns& columns);
  // Those whose plain difference is constant are left to IntegerPairs.
  std::vector<Found> properties(const Columns& columns, const Marginals& marginals) const;

 private:
  enum Way : uint8_t { ZeroExtended, SignExtended, Truncated, kWays };
  struct Pair {
    uint32_t x, y;
    uint64_t rows = 0, fresh = 0, lastRow = 0;
    uint64_t difference[kWays] = {};
    bool alive[kWays] = {true, true, true};
    bool plain = true;  // the difference of the numbers was the same in all rows
    I128 plainDifference = 0;
  };
  static uint64_t differenceOf(const Columns& columns, const Pair& pair, Way way);
  static Property asProperty(const Columns& columns, const Pair& pair, Way way);

  Options options_;
  std::vector<Pair> pairs_;
};

}  // namespace cleave::infer
