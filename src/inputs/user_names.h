// What <cleave.h> gives names to lives in globals with this prefix.
#pragma once

#include <cstdint>

namespace cleave::inputs {

inline constexpr const char* kUserInputPrefix = "cleave_input.user.";
inline constexpr uint64_t kMostUserBytes = 4096;

}  // namespace cleave::inputs
