// LLVM modules: reading them without ever crashing or exiting on a bad one, linking the files of a version, adding the C library models.
#pragma once

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "frontend/compile.h"
#include "program/program.h"
#include "support/expected.h"

namespace cleave::frontend {

// A module and the context it lives in; the context also keeps the errors that LLVM reports.
struct LoadedModule {
  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<llvm::Module> module;
};

Expected<LoadedModule> readBitcode(const std::filesystem::path& path);
Expected<LoadedModule> readLazily(const std::filesystem::path& path);  // bodies of functions only when they are materialised
Expected<std::unique_ptr<llvm::Module>> readInto(const std::filesystem::path& path, llvm::LLVMContext& context);
Expected<std::unique_ptr<llvm::Module>> readLazilyInto(const std::filesystem::path& path, llvm::LLVMContext& context);

// Reads and checks each file's module and links them. Every global of the result has a name; local ones that are ambiguous are named after
// their file, too.
Expected<LoadedModule> linkFiles(const std::vector<CompileJob>& jobs, const std::set<std::string>& ambiguous, const std::string& label);

// Adds those definitions of the models that the module declares and uses, and what they need in turn. A definition of the module itself
// wins, and so does one of the program that the module will be a part of.
Status linkModels(LoadedModule& module, const std::filesystem::path& models, const program::Program& program);

// An alias is what it names.
void dissolveAliases(llvm::Module& module);

// The definition is elsewhere, whatever its linkage was.
void makeDeclaration(llvm::GlobalObject& object);

Status writeBitcode(const llvm::Module& module, const std::filesystem::path& path);

}  // namespace cleave::frontend
