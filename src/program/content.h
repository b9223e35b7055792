// What some functions of a program are made of, and everything they can come to: callees, functions and globals whose addresses they mention, types, and the places in the
// source, all by name. Equal texts: whatever is computed of these functions is the same, wherever else the programs differ.
#pragma once

#include <string>
#include <vector>

#include "program/program.h"

namespace cleave::program {

struct Content {
  std::string text;  // for a digest; nobody reads it
  std::vector<FunctionId> functions;
  std::vector<GlobalId> globals;
};

// Static constructors, which run before anything else, are always among the roots.
Content contentOf(const Program& program, const std::vector<FunctionId>& roots);

}  // namespace cleave::program
