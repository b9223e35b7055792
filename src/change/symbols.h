// Which functions and globals of the two versions are the same thing: each gets a key, and equal keys correspond. Functions correspond as
// function_pairs.h says, globals by the linker's name. Nameless constant data (string literals, initialisers of local arrays) corresponds
// by content, since the compiler numbers it anew whenever something is inserted before it; among equal contents of one version the order
// decides, file by file, so that the keys stay a bijection.
//
// A function has a second key for its address: a renamed function does what it did, so calls of it correspond; but whoever is shown its
// address is shown another name, so addresses correspond only where the name is the same, too.
#pragma once

#include <cstdint>
#include <vector>

#include "change/function_pairs.h"
#include "program/program.h"
#include "support/both.h"

namespace cleave::change {

struct SymbolKeys {
  std::vector<uint32_t> functions;  // by FunctionId; what is called
  std::vector<uint32_t> addresses;  // by FunctionId
  std::vector<uint32_t> globals;    // by GlobalId
};

Both<SymbolKeys> nameSymbols(const Both<const program::Program&>& programs, const std::vector<FunctionMatch>& functions);

// One version together with its keys.
struct KeyedVersion {
  const program::Program& program;
  const SymbolKeys& keys;
  Side side;
};

// A function of one version.
struct FunctionOf {
  const KeyedVersion& version;
  const program::Function& function;
};

}  // namespace cleave::change
