#include "points/private/module_file.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/DIBuilder.h>
#include <llvm/IR/Verifier.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include "support/check.h"

namespace cleave::points {

Expected<std::unique_ptr<llvm::Module>> readModule(const std::filesystem::path& bitcode, llvm::LLVMContext& context) {
  llvm::SMDiagnostic problem;
  std::unique_ptr<llvm::Module> module = llvm::parseIRFile(bitcode.string(), problem, context);
  if (module == nullptr) return Error{"cannot read " + bitcode.string() + ": " + problem.getMessage().str()};
  return module;
}

Status writeModule(const llvm::Module& module, const std::filesystem::path& output) {
  std::string problems;
  llvm::raw_string_ostream text(problems);
  CHECK(!llvm::verifyModule(module, &text), "checks broke the module: " + problems);
  std::error_code error;
  llvm::raw_fd_ostream stream(output.string(), error);
  if (!error) llvm::WriteBitcodeToFile(module, stream);
  stream.close();
  if (!error && stream.has_error()) error = stream.error();
  stream.clear_error();
  if (error) return Error{"cannot write " + output.string() + ": " + error.message()};
  return std::nullopt;
}

llvm::GlobalVariable& markOf(llvm::Module& module, const std::string& name) {
  const std::string full = "cleave_property_" + name;
  if (llvm::GlobalVariable* known = module.getNamedGlobal(full)) return *known;
  llvm::Type* type = llvm::Type::getInt8Ty(module.getContext());
  auto* mark = new llvm::GlobalVariable(module, type, false, llvm::GlobalValue::CommonLinkage, llvm::ConstantInt::get(type, 0), full);
  if (module.debug_compile_units().empty()) return *mark;
  llvm::DICompileUnit* unit = *module.debug_compile_units_begin();
  llvm::DIBuilder builder(module, true, unit);
  llvm::DIType* shown = builder.createBasicType("unsigned char", 8, llvm::dwarf::DW_ATE_unsigned_char);
  mark->addDebugInfo(builder.createGlobalVariableExpression(unit, full, full, unit->getFile(), 0, shown, false));
  builder.finalize();
  return *mark;
}

}  // namespace cleave::points
