#include "frontend/symbols.h"

#include <llvm/AsmParser/Parser.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>

#include "support/temp_dir.h"

namespace cleave::frontend {

FileSymbols readSymbols(const std::filesystem::path& file, bool isText) {
  const Expected<std::string> contents = readFile(file);
  if (!contents) return {};
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
  const std::string name = file.string();
  const llvm::MemoryBufferRef buffer(*contents, name);
  if (isText) {
    llvm::SMDiagnostic diagnostic;
    module = llvm::parseAssembly(buffer, diagnostic, context);
  } else {
    llvm::Expected<std::unique_ptr<llvm::Module>> read = llvm::getLazyBitcodeModule(buffer, context);
    if (!read) {
      llvm::consumeError(read.takeError());
      return {};
    }
    module = std::move(*read);
  }
  if (module == nullptr) return {};
  FileSymbols symbols;
  for (const llvm::GlobalValue& value : module->global_values()) {
    const std::string symbol = value.getName().str();
    if (symbol.empty() || value.getName().starts_with("llvm.")) continue;
    symbols.all.insert(symbol);
    if (value.hasLocalLinkage()) {
      symbols.local.insert(symbol);
    } else if (value.isDeclaration()) {
      symbols.undefined.insert(symbol);
    } else {
      symbols.defined.insert(symbol);
      (value.isWeakForLinker() ? symbols.weak : symbols.strong).insert(symbol);
    }
  }
  return symbols;
}

}  // namespace cleave::frontend
