// Predicates over what can be read at a point, flattened: a list of operations in which operands come before what they are operands of. What
// expressions are made of, with the meaning that they have there (expr/op.h); of each value it is also known whether it is known, since a
// variable may be absent. `p && p->n > 3` is false where p is null, whatever p->n is.
//
// Two evaluate it: require/measure.h on records of probes, and code at the point (insertGoals), so that exploration can look for inputs that
// satisfy it. Of expr only headers without code are used: the compiler's plugin has this folder without that one.
#pragma once

#include <cstdint>
#include <vector>

#include "expr/op.h"
#include "expr/sort.h"
#include "probes/point.h"
#include "support/bits.h"

namespace cleave::points {

// How the value of an input cell is read at a point.
struct CellSource {
  enum class Kind : uint8_t { Missing, Value, IsNull, Element };
  Kind kind = Kind::Missing;
  uint32_t variable = 0;
  uint64_t index = 0;  // of an element
  bool isCallers = false;  // of a point before the call that is under way
};

struct Gate {
  expr::Op op = expr::Op::Constant;
  expr::Sort sort;
  expr::Sort operandSort;  // of the first
  std::vector<uint32_t> operands;
  uint32_t extractLow = 0;
  U128 constant = 0;
  CellSource source;  // of a symbol
};

struct Circuit {
  std::vector<Gate> gates;
  std::vector<uint32_t> roots;
};

}  // namespace cleave::points
