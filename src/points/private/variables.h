// The variables of a function as its debug information tells of them, each with the ways into it that probes go: a scalar as it is, a
// record by its fields, a pointer by whether it is null and by what lies one step behind it.
#pragma once

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "points/private/access.h"
#include "probes/point.h"
#include "support/system_file.h"

namespace cleave::points {

struct Readable {
  probes::Variable variable;
  Access access;
};

// A variable that the source declares in a function.
struct Declared {
  std::string name;
  const llvm::DILocalScope* scope = nullptr;
  const llvm::Instruction* place = nullptr;   // declared just before it
  const llvm::AllocaInst* storage = nullptr;  // none: memory that the caller gave
  bool isParameter = false;
  const llvm::DIType* type = nullptr;
  Access access;  // of the whole of it
  std::vector<Readable> readable;
};

std::vector<Declared> declaredIn(llvm::Function& function);

// Globals that the function itself mentions, in the order of the mention.
std::vector<Readable> globalsOf(llvm::Function& function);

// Of a value of that type (null: unknown, and the value's own type has to tell) that has no name in the source.
std::vector<Readable> readableOf(llvm::Value& value, const llvm::DIType* type, const std::string& name, probes::Role role);
// The same, of what lies in memory.
std::vector<Readable> readableAt(llvm::Value& address, const llvm::DIType* type, const std::string& name, probes::Role role);

// Without the names and qualifiers around it; null where it must not be read (volatile).
const llvm::DIType* bareType(const llvm::DIType* type);
std::optional<probes::Type> scalarTypeOf(const llvm::DIType* type);  // none: it is no scalar that can be read

}  // namespace cleave::points
