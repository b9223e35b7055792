#include "frontend/link.h"

#include <fmt/format.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DiagnosticHandler.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/TargetParser/Triple.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_set>

#include "frontend/units.h"
#include "support/temp_dir.h"

namespace cleave::frontend {
namespace {

namespace fs = std::filesystem;

constexpr const char* kTriple = "x86_64-pc-linux-gnu";
constexpr const char* kDataLayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";

// LLVM's own handler ends the process on an error.
class Collector : public llvm::DiagnosticHandler {
 public:
  bool handleDiagnostics(const llvm::DiagnosticInfo& info) override {
    if (info.getSeverity() != llvm::DS_Error) return true;
    llvm::raw_string_ostream stream(text);
    llvm::DiagnosticPrinterRawOStream printer(stream);
    if (!text.empty()) stream << "\n";
    info.print(printer);
    return true;
  }
  std::string text;
};

std::unique_ptr<llvm::LLVMContext> newContext() {
  auto context = std::make_unique<llvm::LLVMContext>();
  context->setDiagnosticHandler(std::make_unique<Collector>());
  return context;
}

std::string errorsOf(const llvm::LLVMContext& context) { return static_cast<const Collector*>(context.getDiagHandlerPtr())->text; }

using ModulePtr = std::unique_ptr<llvm::Module>;

Expected<ModulePtr> parseBitcode(const std::string& name, const std::string& contents, llvm::LLVMContext& context) {
  llvm::Expected<ModulePtr> module = llvm::parseBitcodeFile(llvm::MemoryBufferRef(contents, name), context);
  if (module) return std::move(*module);
  return Error{fmt::format("cannot read {}: {}", name, llvm::toString(module.takeError()))};
}

Expected<ModulePtr> parseText(const std::string& name, const std::string& contents, llvm::LLVMContext& context) {
  llvm::SMDiagnostic diagnostic;
  ModulePtr module = llvm::parseAssembly(llvm::MemoryBufferRef(contents, name), diagnostic, context);
  if (module) return module;
  return Error{fmt::format("cannot read {}: line {}: {}", name, diagnostic.getLineNo(), diagnostic.getMessage().str())};
}

Status checkTarget(llvm::Module& module, const std::string& name) {
  const llvm::Triple triple(module.getTargetTriple());
  const bool known = !module.getTargetTriple().empty();
  const bool fits =
      triple.getArch() == llvm::Triple::x86_64 && !triple.isX32() && (triple.isOSLinux() || triple.getOS() == llvm::Triple::UnknownOS);
  if (known && !fits)
    return Error{
        fmt::format("cannot use {}: it is compiled for {}; cleave reads code for 64-bit x86 Linux", name, module.getTargetTriple())};
  if (module.getDataLayoutStr().empty()) module.setDataLayout(kDataLayout);
  if (module.getDataLayoutStr() != kDataLayout)
    return Error{fmt::format("cannot use {}: its data layout {} is not that of 64-bit x86 Linux", name, module.getDataLayoutStr())};
  module.setTargetTriple(kTriple);
  return std::nullopt;
}

Status verify(llvm::Module& module, const std::string& name) {
  std::string problems;
  llvm::raw_string_ostream stream(problems);
  bool brokenDebugInfo = false;
  if (llvm::verifyModule(module, &stream, &brokenDebugInfo))
    return Error{fmt::format("cannot use {}: it is not valid LLVM code: {}", name, problems)};
  if (brokenDebugInfo) llvm::StripDebugInfo(module);
  return std::nullopt;
}

// -ffast-math and its parts allow the code generator to take numbers for others that are near. It is not to make use of that: neither do
// we.
void computeExactly(llvm::Module& module) {
  for (llvm::Function& function : module) {
    for (const char* allowance : {"unsafe-fp-math", "no-nans-fp-math", "no-infs-fp-math", "no-signed-zeros-fp-math", "approx-func-fp-math"})
      function.removeFnAttr(allowance);
    for (llvm::Instruction& inst : llvm::instructions(function))
      if (llvm::isa<llvm::FPMathOperator>(inst)) inst.copyFastMathFlags(llvm::FastMathFlags());  // setFastMathFlags only adds
  }
}

// What the source promises of a function (const, pure) need not be so, and nobody has checked it. Even at -O0 the code generator drops a
// call that is said to write nothing and whose result is not used. See docs/limits.md for the other attributes.
template <class Holder>
void forgetPromises(Holder& holder) {
  for (const llvm::Attribute::AttrKind kind : {llvm::Attribute::Memory, llvm::Attribute::WillReturn, llvm::Attribute::NoCallback,
                                               llvm::Attribute::NoFree, llvm::Attribute::NoSync, llvm::Attribute::NoRecurse})
    holder.removeFnAttr(kind);
}

void trustNoPromises(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (function.isIntrinsic()) continue;
    forgetPromises(function);
    for (llvm::Instruction& inst : llvm::instructions(function)) {
      auto* call = llvm::dyn_cast<llvm::CallBase>(&inst);
      if (call != nullptr && !llvm::isa<llvm::IntrinsicInst>(call) && !call->isInlineAsm()) forgetPromises(*call);
    }
  }
}

Expected<ModulePtr> readModule(const CompileJob& job, llvm::LLVMContext& context) {
  const Expected<std::string> contents = readFile(job.bitcode());
  if (!contents) return contents.error();
  Expected<ModulePtr> module =
      job.language == Language::LlvmText ? parseText(job.file, *contents, context) : parseBitcode(job.file, *contents, context);
  if (!module) return module;
  if (Status problem = checkTarget(**module, job.file)) return *problem;
  if (Status problem = verify(**module, job.file)) return *problem;
  computeExactly(**module);
  trustNoPromises(**module);
  return module;
}

// Names are how replay and the VM's results find each other. A name that starts with ".L" would not survive the assembler.
void nameEverything(llvm::Module& module) {
  unsigned count = 0;
  const auto name = [&](llvm::GlobalValue& value) {
    if (value.getName().starts_with("llvm.")) return;
    if (!value.hasName() || value.getName().starts_with(".L")) value.setName(fmt::format("cleave.unnamed.{}", count++));
  };
  for (llvm::GlobalVariable& value : module.globals()) name(value);
  for (llvm::Function& value : module.functions()) name(value);
  for (llvm::GlobalAlias& value : module.aliases()) name(value);
  for (llvm::GlobalIFunc& value : module.ifuncs()) name(value);
}

// Literals of equal contents are one, as the linker makes them: each file has its own, and which file an inline function is taken from,
// literals included, depends on the order of the files.
bool isLiteral(const llvm::GlobalVariable& global) {
  return global.hasLocalLinkage() && global.isConstant() && global.hasGlobalUnnamedAddr() && global.hasInitializer() &&
         !global.isThreadLocal() && !global.hasSection() && !global.hasComdat();
}

bool mergeOnce(llvm::Module& module) {
  std::vector<llvm::GlobalVariable*> literals;
  for (llvm::GlobalVariable& global : module.globals())
    if (isLiteral(global)) literals.push_back(&global);
  std::ranges::sort(literals, {}, [](const llvm::GlobalVariable* each) { return each->getName(); });
  std::map<std::pair<const llvm::Constant*, uint64_t>, llvm::GlobalVariable*> first;  // by contents and alignment
  bool any = false;
  for (llvm::GlobalVariable* each : literals) {
    const auto [known, isNew] = first.try_emplace({each->getInitializer(), each->getAlign().valueOrOne().value()}, each);
    if (isNew) continue;
    each->replaceAllUsesWith(known->second);
    each->eraseFromParent();
    any = true;
  }
  return any;
}

void mergeLiterals(llvm::Module& module) {
  while (mergeOnce(module)) continue;  // tables of literals have become equal, too
}

// Some models take the place of functions that the VM carries out itself, and are needed only where the program also uses others. They say
// so by their section (models/model.h).
struct NeededWith {
  const char* section;
  std::vector<const char*> functions;
};

Status dropUnneeded(llvm::Module& library, const llvm::Module& module, const program::Program& program) {
  const NeededWith all[] = {
      {"cleave.with.files", {"fopen", "fopen64", "tmpfile", "tmpfile64"}},
      {"cleave.with.errno", {"__errno_location", "perror"}},
      {"cleave.with.handlers", {"atexit", "__cxa_atexit", "cleave_at_exit", "fopen", "fopen64", "tmpfile", "tmpfile64"}}};
  const bool isPart = !program.functions.empty();
  std::set<std::string> needed;
  for (const NeededWith& each : all)
    for (const char* name : each.functions) {
      const bool inProgram = isPart && program.findFunction(name).valid();
      // The program does without the models that a part would need, and a part does not change the program.
      if (isPart && !inProgram && module.getFunction(name) != nullptr)
        return Error{fmt::format("an expression cannot use {} where the program does not", name)};
      if (inProgram || module.getFunction(name) != nullptr) needed.insert(each.section);
    }
  for (llvm::Function& function : library) {
    if (function.hasSection() && !needed.contains(function.getSection().str())) function.deleteBody();
    function.setSection("");
  }
  return std::nullopt;
}

// Static functions and tables of the models get names that no program has. What can be written is not static (models/model.h).
void nameStatics(llvm::Module& library) {
  for (llvm::GlobalObject& object : library.global_objects())
    if (object.hasInternalLinkage()) object.setName("cleave_models." + object.getName().str());
}

// The program has its own already.
void declarePresent(llvm::Module& library, const program::Program& program) {
  std::unordered_set<std::string_view> functions, globals;
  for (const program::Function& function : program.functions)
    if (function.defined) functions.insert(function.name);
  for (const program::Global& global : program.globals)
    if (global.defined) globals.insert(global.name);
  for (llvm::Function& function : library)
    if (!function.hasPrivateLinkage() && functions.contains(std::string_view(function.getName()))) makeDeclaration(function);
  for (llvm::GlobalVariable& global : library.globals())
    if (!global.hasPrivateLinkage() && globals.contains(std::string_view(global.getName()))) makeDeclaration(global);
}

}  // namespace

Expected<ModulePtr> readInto(const fs::path& path, llvm::LLVMContext& context) {
  const Expected<std::string> contents = readFile(path);
  if (!contents) return contents.error();
  return parseBitcode(path.string(), *contents, context);
}

Expected<ModulePtr> readLazilyInto(const fs::path& path, llvm::LLVMContext& context) {
  const Expected<std::string> contents = readFile(path);
  if (!contents) return contents.error();
  llvm::Expected<ModulePtr> module =
      llvm::getOwningLazyBitcodeModule(llvm::MemoryBuffer::getMemBufferCopy(*contents, path.string()), context);
  if (module) return std::move(*module);
  return Error{fmt::format("cannot read {}: {}", path.string(), llvm::toString(module.takeError()))};
}

Expected<LoadedModule> readBitcode(const fs::path& path) {
  LoadedModule loaded{newContext(), nullptr};
  Expected<ModulePtr> module = readInto(path, *loaded.context);
  if (!module) return module.error();
  loaded.module = module.take();
  return loaded;
}

Expected<LoadedModule> readLazily(const fs::path& path) {
  LoadedModule loaded{newContext(), nullptr};
  Expected<ModulePtr> module = readLazilyInto(path, *loaded.context);
  if (!module) return module.error();
  loaded.module = module.take();
  return loaded;
}

Expected<LoadedModule> linkFiles(const std::vector<CompileJob>& jobs, const std::set<std::string>& ambiguous, const std::string& label) {
  LoadedModule loaded{newContext(), nullptr};
  loaded.module = std::make_unique<llvm::Module>(label, *loaded.context);
  loaded.module->setTargetTriple(kTriple);
  loaded.module->setDataLayout(kDataLayout);
  llvm::Linker linker(*loaded.module);
  for (const CompileJob& job : jobs) {
    Expected<ModulePtr> module = readModule(job, *loaded.context);
    if (!module) return module.error();
    renameLocals(**module, job.unit, ambiguous);
    if (linker.linkInModule(module.take()))
      return Error{fmt::format("cannot link {} with the other files of the {} version: {}", job.file, label, errorsOf(*loaded.context))};
  }
  nameEverything(*loaded.module);
  mergeLiterals(*loaded.module);
  return loaded;
}

void dissolveAliases(llvm::Module& module) {
  for (llvm::GlobalAlias& alias : llvm::make_early_inc_range(module.aliases())) {
    alias.replaceAllUsesWith(alias.getAliasee());
    alias.eraseFromParent();
  }
}

void makeDeclaration(llvm::GlobalObject& object) {
  if (auto* function = llvm::dyn_cast<llvm::Function>(&object)) function->deleteBody();
  if (auto* global = llvm::dyn_cast<llvm::GlobalVariable>(&object)) global->setInitializer(nullptr);
  object.clearMetadata();
  object.setComdat(nullptr);
  object.setLinkage(llvm::GlobalValue::ExternalLinkage);
  object.setVisibility(llvm::GlobalValue::DefaultVisibility);
}

Status linkModels(LoadedModule& module, const fs::path& models, const program::Program& program) {
  Expected<ModulePtr> library = readLazilyInto(models, *module.context);  // few of its hundreds of functions are needed
  if (!library) return library.error();
  if (Status problem = checkTarget(**library, models.string())) return *problem;
  if (Status problem = dropUnneeded(**library, *module.module, program)) return problem;
  nameStatics(**library);
  declarePresent(**library, program);
  if (llvm::Linker::linkModules(*module.module, library.take(), llvm::Linker::Flags::LinkOnlyNeeded))
    return Error{fmt::format("cannot link the library models {}: {}", models.string(), errorsOf(*module.context))};
  return std::nullopt;
}

Status writeBitcode(const llvm::Module& module, const fs::path& path) {
  std::string contents;
  llvm::raw_string_ostream stream(contents);
  llvm::WriteBitcodeToFile(module, stream);
  stream.flush();
  return writeFile(path, contents);
}

}  // namespace cleave::frontend
