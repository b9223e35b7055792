// From an LLVM module in the form that passes::runPipeline leaves to a Program, or to more of one. ModuleLowering numbers functions and
// globals in module order behind those that the program has, lowers initialisers and hands each body to FunctionLowering.
#pragma once

#include <llvm/ADT/APInt.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/GlobalValue.h>
#include <llvm/IR/Module.h>

#include <optional>

#include "lower/debug.h"
#include "lower/flat_type.h"
#include "program/program.h"

namespace cleave::lower {

class ModuleLowering {
 public:
  // A function or global that the program has under that name is the program's, unless it is local to the module. The program's own code
  // and contents win; only what it has no body of, and the module has, is lowered in its place.
  ModuleLowering(program::Program& program, const llvm::Module& module, const ParameterNames& names);
  void run();

  FlatTypes& types() { return types_; }
  DebugLowering& debug() { return debug_; }
  const llvm::DataLayout& layout() const { return types_.layout(); }

  // The address of a global or a function, aliases resolved. Throws Unsupported for an ifunc and for a weak symbol without a definition.
  program::Constant addressOf(const llvm::GlobalValue& value);
  // The same for a constant that is an address plus a number (a GEP, casts around it); nothing when it is something else.
  std::optional<program::Constant> addressOf(const llvm::Constant& constant);
  program::FunctionId idOf(const llvm::Function& function) const { return functions_.lookup(&function); }

 private:
  void number();
  void lowerBody(const llvm::Function& source);
  void declareFunction(const llvm::Function& source, program::Function& function);
  void lowerSignature(const llvm::Function& source, program::Function& function);
  void lowerGlobal(const llvm::GlobalVariable& source, program::Global& global);
  void lowerConstructors();

  const llvm::Module& module_;
  program::Program& program_;
  FlatTypes types_;
  DebugLowering debug_;
  llvm::DenseMap<const llvm::Function*, program::FunctionId> functions_;
  llvm::DenseMap<const llvm::GlobalVariable*, program::GlobalId> globals_;
  llvm::DenseMap<const llvm::Function*, std::string> badSignatures_;
  std::vector<const llvm::Function*> newFunctions_;
  std::vector<const llvm::GlobalVariable*> newGlobals_;
};

// The initialiser as bytes and relocations. Throws Unsupported for what is neither (the difference of two addresses).
void lowerInitialiser(ModuleLowering& module, const llvm::Constant& constant, program::Global& global);

}  // namespace cleave::lower
