// What <cleave.h> gives names to lives in globals with this prefix; and so do the reads of volatile objects that are inputs, and the
// accesses to them that are observed (frontend/volatile_accesses.h): how many there were, and of the first ones which place, whether a read
// (the number of bits) or a write (256 more), and what was written.
#pragma once

#include <cstdint>
#include <string>

namespace cleave::inputs {

inline constexpr const char* kUserInputPrefix = "cleave_input.user.";
inline constexpr uint64_t kMostUserBytes = 4096;

inline constexpr uint64_t kVolatileReads = 8;  // that give inputs of their own; the last one's stands for all further
inline constexpr uint64_t kVolatileEvents = 16;
// part: "reads", "count", "places", "kinds", "values"
inline std::string volatileGlobal(const char* part) {
  std::string name = "cleave_input.user.volatile.";
  name += part;
  return name;
}

}  // namespace cleave::inputs
