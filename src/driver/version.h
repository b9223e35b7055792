#pragma once

namespace cleave::driver {

inline constexpr const char* kVersion = "0.1.0";

}  // namespace cleave::driver
