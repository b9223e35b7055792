// Which parameter of the source each argument of a function carries, or which part of it: a struct may come in two registers.
#pragma once

#include <llvm/IR/Function.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace cleave::harness {

struct ArgumentPlace {
  unsigned parameter = 0;  // of the source, from 0
  uint64_t offset = 0;     // bytes into it
  bool isAddress = false;  // the argument points to it
};

// By argument, a structReturn one left out. Read off the code that clang writes without optimisation: each argument is stored into the
// variable that debug information names. Nothing when that does not tell.
std::optional<std::vector<ArgumentPlace>> argumentPlaces(const llvm::Function& function, size_t sourceParameters);

}  // namespace cleave::harness
