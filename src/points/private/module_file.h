// Modules as files, and the globals that our code in them writes.
#pragma once

#include <llvm/IR/Module.h>

#include <filesystem>
#include <memory>
#include <string>

#include "support/expected.h"

namespace cleave::points {

Expected<std::unique_ptr<llvm::Module>> readModule(const std::filesystem::path& bitcode, llvm::LLVMContext& context);
Status writeModule(const llvm::Module& module, const std::filesystem::path& output);  // checked first

// The mark "cleave_property_" + name: one byte, which the engine knows by its name and shows by its type. Common: other modules of the program may
// have it, too.
llvm::GlobalVariable& markOf(llvm::Module& module, const std::string& name);

}  // namespace cleave::points
