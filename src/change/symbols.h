// Which functions and globals of the two versions are the same thing: each gets a key, and equal keys correspond. Named ones correspond by
// the linker's name. Nameless constant data (string literals, initialisers of local arrays) corresponds by content, since the compiler
// numbers it anew whenever something is inserted before it; among equal contents of one version the order decides, so that the keys stay a
// bijection.
#pragma once

#include <cstdint>
#include <vector>

#include "program/program.h"

namespace cleave::change {

struct SymbolKeys {
  std::vector<uint32_t> functions;  // by FunctionId
  std::vector<uint32_t> globals;    // by GlobalId
};

struct SymbolKeyPair {
  SymbolKeys before;
  SymbolKeys after;
};

SymbolKeyPair nameSymbols(const program::Program& before, const program::Program& after);

// One version together with its keys.
struct Side {
  const program::Program& program;
  const SymbolKeys& keys;
  bool isAfter = false;
};

}  // namespace cleave::change
