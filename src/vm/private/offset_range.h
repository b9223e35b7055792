// What the shape of an expression tells about its value, cheaply: bounds and the lowest bits. Used to list the places that a symbolic
// address may mean: `table + 4 * (i & 15)` is one of 16 places although `i` is 64 bits wide. Sound (the value is always within), never
// exact.
#pragma once

#include <cstdint>

#include "expr/pool.h"

namespace cleave::vm {

struct OffsetRange {
  uint64_t low = 0;  // low <= value <= high, unsigned
  uint64_t high = UINT64_MAX;
  unsigned knownBits = 0;  // the lowest so many bits are those of `residue`
  uint64_t residue = 0;
};

// Of an expression of sort Bits with at most 64 bits; anything goes for wider ones and for what is nested too deeply.
OffsetRange rangeOf(const expr::ExprPool& pool, expr::ExprId e);

}  // namespace cleave::vm
