#pragma once

#include <optional>
#include <string>

namespace cleave {

// What the source calls a name of the linker, or nothing where it is none of C++.
std::optional<std::string> demangled(const std::string& symbol);

}  // namespace cleave
