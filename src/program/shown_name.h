// What reports call functions and globals. Names that the source does not make unique (statics of functions) are those of the linker; a
// static that another file has, too, is called after its file (frontend/units.h).
#pragma once

#include <string>
#include <string_view>

#include "program/program.h"

namespace cleave::program {

// "h:util.c" is `h` of the file util.c. Other names have no file; "a::b" is one of them.
struct LinkerName {
  std::string_view symbol, unit;
};
inline LinkerName splitName(std::string_view name) {
  for (size_t at = name.find(':'); at != std::string_view::npos; at = name.find(':', at + 1)) {
    if (at + 1 < name.size() && name[at + 1] != ':' && at > 0) return {name.substr(0, at), name.substr(at + 1)};
    ++at;  // the second of two
  }
  return {name, {}};
}

inline const std::string& shownName(const Global& global) {
  return global.internal && splitName(global.name).unit.empty() ? global.name : global.display;
}

}  // namespace cleave::program
