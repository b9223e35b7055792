// Typed 32-bit handles into arenas. An Id of one kind cannot be used where another is wanted, and ordering by id is the order of creation,
// so iteration over ids is deterministic.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace cleave {

template <class Tag>
struct Id {
  static constexpr uint32_t kNone = UINT32_MAX;
  uint32_t value = kNone;

  constexpr Id() = default;
  constexpr explicit Id(size_t index) : value(static_cast<uint32_t>(index)) {}
  constexpr bool valid() const { return value != kNone; }
  constexpr explicit operator bool() const { return valid(); }
  constexpr auto operator<=>(const Id&) const = default;
};

}  // namespace cleave

template <class Tag>
struct std::hash<cleave::Id<Tag>> {
  size_t operator()(cleave::Id<Tag> id) const { return std::hash<uint32_t>()(id.value); }
};
