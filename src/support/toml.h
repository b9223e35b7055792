// toml++, as everybody here includes it. The parser asserts what a damaged file can make false. Its assertions are part of reading the file, in
// every build: an exception, not the end of the process.
#pragma once

#include <stdexcept>
#include <string>

#include "support/expected.h"

#undef NDEBUG
namespace cleave {
[[noreturn]] inline void damagedToml() { throw std::runtime_error("this is not a TOML document"); }
}  // namespace cleave
#define TOML_ASSERT(condition) ((condition) ? void() : ::cleave::damagedToml())
#define TOML_EXCEPTIONS 1
#include <toml++/toml.h>

namespace cleave {

inline unsigned lineOf(const toml::node& node) { return static_cast<unsigned>(node.source().begin.line); }

inline Error wrongAt(const std::string& file, unsigned line, const std::string& what) {
  return Error{file + ":" + std::to_string(line) + ": " + what};
}

// Reads the document with `read`, a Status(const toml::table&). `name` is the file, for errors.
template <class Read>
Status readToml(const std::string& text, const std::string& name, Read&& read) {
  try {
    return read(static_cast<const toml::table&>(toml::parse(text)));
  } catch (const toml::parse_error& error) {
    return wrongAt(name, static_cast<unsigned>(error.source().begin.line), std::string(error.description()));
  } catch (const std::exception& failure) {
    return Error{name + ": " + failure.what()};
  }
}

}  // namespace cleave
