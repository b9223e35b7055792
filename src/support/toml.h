// toml++, as everybody here includes it. The parser asserts what a damaged file can make false. Its assertions are part of reading the file, in
// every build: an exception, not the end of the process.
#pragma once

#include <stdexcept>

#undef NDEBUG
namespace cleave {
[[noreturn]] inline void damagedToml() { throw std::runtime_error("this is not a TOML document"); }
}  // namespace cleave
#define TOML_ASSERT(condition) ((condition) ? void() : ::cleave::damagedToml())
#define TOML_EXCEPTIONS 1
#include <toml++/toml.h>
