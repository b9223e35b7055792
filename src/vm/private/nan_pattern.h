// A NaN whose sign the compiler decides (passes/open_nan.h). It is told by its payload, which operations pass on as they do any other; no
// program is expected to make that payload itself. Used by the handlers that make such NaNs, and where the sign of one would show.
//
// UNSOUND: whoever stores such a NaN and reads its bytes as an integer sees this payload, and the sign that each operation by itself gives.
#pragma once

#include "support/bits.h"

namespace cleave::vm {

// The upper 22 bits below the quiet bit, which conversions between floats keep.
constexpr uint64_t kOpenPayload = 0x1a5c31;

constexpr U128 signOf(unsigned width) { return U128{1} << (width - 1); }

// How far up the payload stands: as conversions to a wider float move it.
constexpr unsigned openPayloadAt(unsigned width) { return width == 32 ? 0 : width == 64 ? 29 : 40; }

constexpr U128 openNan(unsigned width) {
  const U128 quiet = width == 32 ? U128{0x7fc00000} : width == 64 ? U128{0x7ff8000000000000} : U128{0x7fff} << 64 | U128{3} << 62;
  return quiet | U128{kOpenPayload} << openPayloadAt(width);
}

constexpr U128 asOpenNan(U128 bits, unsigned width) { return (bits & signOf(width)) | openNan(width); }

constexpr bool isOpenNan(U128 bits, unsigned width) {
  const unsigned ignored = openPayloadAt(width);
  return (bits & ~signOf(width) & maskOf(width)) >> ignored == openNan(width) >> ignored;
}

}  // namespace cleave::vm
