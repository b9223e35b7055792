// The floats of foldOperation: arithmetic on patterns, done by this machine, and exact conversions between integers and floats.
// Only for fold.cpp.
#pragma once

#include <span>
#include <type_traits>

#include "support/float_format.h"

namespace cleave::expr {

template <class F>
F floatOfPattern(U128 bits) {
  if constexpr (sizeof(F) == 4) return floatOf(bits);
  if constexpr (sizeof(F) == 8) return doubleOf(bits);
  if constexpr (sizeof(F) == 16) return longDoubleOf(bits);
}

inline U128 patternOf(bool value) { return value; }

template <class F>
U128 patternOf(F value) {
  return canonicalFloat(bitsOf(value), floatWidth(sizeof(F)));
}

template <class F, class Compute>
U128 computeOn(std::span<const U128> operands, Compute compute) {
  F a = floatOfPattern<F>(operands[0]);
  if constexpr (std::is_invocable_v<Compute, F>) {
    return patternOf(compute(a));
  } else if constexpr (std::is_invocable_v<Compute, F, F>) {
    return patternOf(compute(a, floatOfPattern<F>(operands[1])));
  } else {
    return patternOf(compute(a, floatOfPattern<F>(operands[1]), floatOfPattern<F>(operands[2])));
  }
}

// What `compute` makes of one, two or three floats of that width, as a pattern; NaN comes out as the one NaN, a truth value as 0 or 1. The
// plain arithmetic is exact IEEE on x86-64: SSE, no contraction without FMA instructions; of 80 bits that of the x87.
template <class Compute>
U128 computeOnFloats(unsigned width, std::span<const U128> operands, Compute compute) {
  return width == 32   ? computeOn<float>(operands, compute)
         : width == 64 ? computeOn<double>(operands, compute)
                       : computeOn<long double>(operands, compute);
}

// An integer rounded once, to nearest even, to the float of that width.
U128 floatFromInteger(U128 magnitude, bool negative, unsigned floatWidth);

// A float cut to an integer; `inRange` is false for NaN, infinities and what the integer cannot hold.
struct IntegerOfFloat {
  U128 bits = 0;
  bool inRange = false;
};
IntegerOfFloat integerFromFloat(U128 bits, unsigned floatWidth, unsigned width, bool isSigned);

}  // namespace cleave::expr
