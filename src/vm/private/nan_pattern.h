// A NaN whose sign the compiler decides (passes/open_nan.h). It is told by its payload, which operations pass on as they do any other; no
// program is expected to make that payload itself. Used by the handlers that make such NaNs, and where the sign of one would show.
//
// UNSOUND: whoever stores such a NaN and reads its bytes as an integer sees this payload, and the sign that each operation by itself gives.
#pragma once

#include "support/bits.h"

namespace cleave::vm {

// The upper 22 bits below the quiet bit, which conversions between float and double keep.
constexpr uint64_t kOpenPayload = 0x1a5c31;

constexpr U128 signOf(unsigned width) { return U128{1} << (width - 1); }

constexpr U128 openNan(unsigned width) {
  return width == 32 ? U128{0x7fc00000 | kOpenPayload} : U128{0x7ff8000000000000 | kOpenPayload << 29};
}

constexpr U128 asOpenNan(U128 bits, unsigned width) { return (bits & signOf(width)) | openNan(width); }

constexpr bool isOpenNan(U128 bits, unsigned width) {
  const unsigned ignored = width == 32 ? 0 : 29;
  return (bits & ~signOf(width) & maskOf(width)) >> ignored == openNan(width) >> ignored;
}

}  // namespace cleave::vm
