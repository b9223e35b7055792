// Ways to split the rows of a point in two or more by one variable: by a boolean, by the result. What holds in one part alone becomes an
// implication.
#pragma once

#include <vector>

#include "infer/options.h"
#include "infer/property.h"

namespace cleave::infer {

// variable REL value. Asked in each row, so it is not an Atom yet.
struct Guard {
  uint32_t variable = 0;
  Relation relation = Relation::Equal;
  I128 value = 0;

  bool holds(const Point& point, Row row) const;
  Atom asAtom(const Point& point) const;
};

// The guards of all splits, one split after another.
std::vector<Guard> guardsOf(const Point& point, const Options& options);

}  // namespace cleave::infer
