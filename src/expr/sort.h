// Sorts of expressions. Bool is its own sort: comparisons yield it, and a one-bit integer of the program is represented by it.
#pragma once

#include <compare>
#include <cstdint>

namespace cleave::expr {

enum class SortKind : uint8_t { Bool, Bits, Float };

struct Sort {
  SortKind kind = SortKind::Bool;
  uint16_t width = 1;  // Bool: 1; Bits: 1 to 128; Float: 32, 64 or 80 (support/float_format.h)

  static constexpr Sort boolean() { return {SortKind::Bool, 1}; }
  static constexpr Sort bits(unsigned width) { return {SortKind::Bits, static_cast<uint16_t>(width)}; }
  static constexpr Sort floating(unsigned width) { return {SortKind::Float, static_cast<uint16_t>(width)}; }

  bool isBool() const { return kind == SortKind::Bool; }
  bool isBits() const { return kind == SortKind::Bits; }
  bool isFloat() const { return kind == SortKind::Float; }
  constexpr auto operator<=>(const Sort&) const = default;
};

}  // namespace cleave::expr
