// Debug info into the program's source table: files, places, types as the source wrote them, and the source signature of functions.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugLoc.h>
#include <llvm/IR/Module.h>

#include <string>
#include <vector>

#include "program/program.h"

namespace cleave::lower {

// Names of the parameters by position, from the records of local variables. To be read before the passes drop these.
using ParameterNames = llvm::DenseMap<const llvm::Function*, std::vector<std::string>>;
ParameterNames readParameterNames(const llvm::Module& module);

class DebugLowering {
 public:
  DebugLowering(program::Program& program, const ParameterNames& names) : program_(program), names_(names) {}

  program::SourceLoc locOf(const llvm::DebugLoc& loc);
  program::SourceLoc locOf(const llvm::DIFile* file, unsigned line);
  program::SourceTypeId typeOf(const llvm::DIType* type);  // invalid for null, which is void

  void describe(program::Function& function, const llvm::Function& source);
  void describe(program::Global& global, const llvm::GlobalVariable& source);

  // Classes that only an exception may have: nothing else leads to them, and who catches one reads its members.
  void describeThrownClasses(const llvm::Module& module);

  // Call once at the end: gives typedefs the contents of what they name.
  void resolve();

 private:
  uint32_t fileOf(const llvm::DIFile* file);
  program::SourceTypeId add(const std::string& name);
  void fill(program::SourceTypeId id, const llvm::DIType* type);
  void fillPending();
  void fillBasic(program::SourceType& result, const llvm::DIBasicType& type);
  void fillComposite(program::SourceTypeId id, const llvm::DICompositeType& type);
  void fillEnum(program::SourceType& result, const llvm::DICompositeType& type);
  void fillArray(program::SourceTypeId id, const llvm::DICompositeType& type);
  void fillRecord(program::SourceTypeId id, const llvm::DICompositeType& type);
  std::vector<program::SourceTypeId> argumentsOf(const llvm::DICompositeType& type);
  program::SourceMember memberOf(const llvm::DIDerivedType& member);
  void describeSignature(program::Function& function, const llvm::Function& source, const llvm::DISubprogram& subprogram);

  program::Program& program_;
  const ParameterNames& names_;
  llvm::DenseMap<const llvm::DIFile*, uint32_t> files_;
  llvm::DenseMap<const llvm::DIType*, program::SourceTypeId> types_;
  std::vector<std::pair<program::SourceTypeId, const llvm::DIType*>> pending_;
  std::vector<std::pair<program::SourceTypeId, program::SourceTypeId>> typedefs_;  // the typedef, what it names
};

}  // namespace cleave::lower
