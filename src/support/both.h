// The two versions that are compared: which of them is meant, and a thing of each. For whatever exists once per version and is handled
// alike on both sides; a pair of unrelated things is no Both.
#pragma once

#include <array>
#include <cstdint>
#include <utility>

namespace cleave {

enum class Side : uint8_t { Before, After };

inline constexpr std::array kSides{Side::Before, Side::After};

constexpr const char* nameOf(Side side) { return side == Side::Before ? "before" : "after"; }
constexpr Side otherSide(Side side) { return side == Side::Before ? Side::After : Side::Before; }

// `T` may be a reference.
template <class T>
struct Both {
  T before{};
  T after{};

  constexpr T& of(Side side) { return side == Side::Before ? before : after; }
  constexpr const T& of(Side side) const { return side == Side::Before ? before : after; }
  bool operator==(const Both&) const = default;
};

// make(Side) for before, then for after.
template <class Make>
constexpr auto makeBoth(Make&& make) {
  return Both<decltype(make(Side::Before))>{make(Side::Before), make(Side::After)};
}

// `own` belongs to the side, `others` to the other one.
template <class T>
constexpr Both<T> inOrder(Side side, T own, T others) {
  if (side == Side::Before) return {std::move(own), std::move(others)};
  return {std::move(others), std::move(own)};
}

}  // namespace cleave
