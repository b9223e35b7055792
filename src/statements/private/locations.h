// Places in memory that instructions read and write, as far as the code tells: which object, and which bytes of it. When in doubt two places
// may be the same: a dependence too many costs a question, and its requirements turn out to be infeasible.
#pragma once

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>

#include <optional>
#include <string>

namespace cleave::statements {

struct Location {
  const llvm::Value* object = nullptr;  // a variable, a global; null: behind some pointer
  bool isLocal = false;                 // a variable whose address nobody else has
  std::optional<int64_t> offset;        // none: somewhere in it
  std::optional<uint64_t> bytes;        // none: any number
  // Behind a pointer: the field of a record that is meant, and what is read or written.
  const llvm::Type* record = nullptr;
  uint64_t field = 0;
  const llvm::Type* scalar = nullptr;
};

Location locationOf(const llvm::Value& pointer, const llvm::Type* accessed, std::optional<uint64_t> bytes, const llvm::DataLayout& layout);
bool mayOverlap(const Location& a, const Location& b);
bool overwrites(const Location& write, const Location& place);  // for sure, and all of it

// What an instruction itself reads and writes; calls are looked at by others.
std::vector<Location> readsOf(const llvm::Instruction& inst, const llvm::DataLayout& layout);
std::vector<Location> writesOf(const llvm::Instruction& inst, const llvm::DataLayout& layout);

}  // namespace cleave::statements
