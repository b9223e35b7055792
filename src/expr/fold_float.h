// The float half of foldOperation: IEEE arithmetic on patterns, done by this machine, and exact conversions between integers and floats.
// Only for fold.cpp.
#pragma once

#include <span>

#include "expr/op.h"
#include "expr/sort.h"
#include "support/bits.h"

namespace cleave::expr {

U128 foldFloat(Op op, Sort result, Sort operand, std::span<const U128> operands);

// An integer rounded once, to nearest even, to the float of that width.
U128 floatFromInteger(U128 magnitude, bool negative, unsigned floatWidth);

// A float cut to an integer; `inRange` is false for NaN, infinities and what the integer cannot hold.
struct IntegerOfFloat {
  U128 bits = 0;
  bool inRange = false;
};
IntegerOfFloat integerFromFloat(U128 bits, unsigned floatWidth, unsigned width, bool isSigned);

}  // namespace cleave::expr
