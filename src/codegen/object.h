// Machine code as clang-19 -O0 makes it of bitcode, without starting clang, which takes longer than the code of a small program. Who cares that a fault of
// LLVM's on odd code is no fault of ours calls it in a copy of the process (support/copy.h).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "support/expected.h"

namespace cleave::codegen {

// The code of the module, position-independent; what cannot be reached traps.
Status writeObject(const std::filesystem::path& bitcode, const std::filesystem::path& object);

// An array of addresses, and how many there are, for whoever is linked with it:
//     void* const NAME[];  const uint64_t NAME_count;
struct AddressTable {
  std::string name;
  std::vector<std::string> symbols;  // one that nobody defines is null
};
Status writeTables(const std::vector<AddressTable>& tables, const std::filesystem::path& object);

}  // namespace cleave::codegen
