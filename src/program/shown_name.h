// What reports call a global. Names that the source does not make unique (statics of functions) are those of the linker.
#pragma once

#include <string>

#include "program/program.h"

namespace cleave::program {

inline const std::string& shownName(const Global& global) { return global.internal ? global.name : global.display; }

}  // namespace cleave::program
