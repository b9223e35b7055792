#include "frontend/renamed_statics.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>

#include <map>
#include <memory>
#include <optional>
#include <set>

#include "support/temp_dir.h"

namespace cleave::frontend {

namespace {

bool isSource(const CompileJob& job) { return job.language == Language::C || job.language == Language::Cxx; }

// Where and what a static variable of a function is, without its name.
struct Description {
  std::string function, type, initialiser;
  auto operator<=>(const Description&) const = default;
};
using Statics = std::map<std::string, Description>;  // by the linker's name

template <class Printed>
std::string textOf(const Printed& printed) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  printed.print(stream);
  return text;
}

// f.a in C, and _ZZ1fiE1a in C++. Those that a guard watches over are initialised by code.
std::optional<std::string> functionOf(const llvm::GlobalVariable& variable) {
  const llvm::Module& module = *variable.getParent();
  const std::string name = variable.getName().str();
  if (module.getNamedValue("_ZGV" + (name.size() > 2 ? name.substr(2) : name)) != nullptr) return std::nullopt;
  for (const llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    const std::string own = function.getName().str();
    const bool isMangled = own.starts_with("_Z");
    if (name.starts_with(isMangled ? "_ZZ" + own.substr(2) + "E" : own + ".")) return own;
  }
  return std::nullopt;
}

std::unique_ptr<llvm::Module> read(const CompileJob& job, llvm::LLVMContext& context, bool whole) {
  const Expected<std::string> contents = readFile(job.bitcode());
  if (!contents) return nullptr;
  llvm::Expected<std::unique_ptr<llvm::Module>> module =
      whole ? llvm::parseBitcodeFile(llvm::MemoryBufferRef(*contents, job.file), context)
            : llvm::getOwningLazyBitcodeModule(llvm::MemoryBuffer::getMemBufferCopy(*contents, job.file), context);
  if (module) return std::move(*module);
  llvm::consumeError(module.takeError());  // whoever links it will say so
  return nullptr;
}

Statics staticsOf(const CompileJob& job) {
  Statics statics;
  llvm::LLVMContext context;
  const std::unique_ptr<llvm::Module> module = read(job, context, false);
  if (module == nullptr) return statics;
  for (const llvm::GlobalVariable& variable : module->globals()) {
    if (!variable.hasInternalLinkage() || variable.isConstant() || !variable.hasInitializer() || variable.isThreadLocal()) continue;
    if (const std::optional<std::string> function = functionOf(variable))
      statics[variable.getName().str()] = {*function, textOf(*variable.getValueType()), textOf(*variable.getInitializer())};
  }
  return statics;
}

// Those that the other version does not have, where their description tells them apart.
std::map<Description, std::string> alone(const Statics& own, const Statics& other) {
  std::map<Description, std::string> found;
  std::set<Description> twice;
  for (const auto& [name, description] : own)
    if (!other.contains(name) && !found.emplace(description, name).second) twice.insert(description);
  for (const Description& each : twice) found.erase(each);
  return found;
}

void rename(const CompileJob& job, const std::map<std::string, std::string>& names) {
  llvm::LLVMContext context;
  const std::unique_ptr<llvm::Module> module = read(job, context, true);
  if (module == nullptr) return;
  for (const auto& [from, to] : names)
    if (llvm::GlobalVariable* variable = module->getNamedGlobal(from); variable != nullptr && module->getNamedValue(to) == nullptr)
      variable->setName(to);
  std::string contents;
  llvm::raw_string_ostream stream(contents);
  llvm::WriteBitcodeToFile(*module, stream);
  stream.flush();
  (void)writeFile(job.bitcode(), contents);  // then they keep their names
}

}  // namespace

void adoptStaticNames(const std::vector<CompileJob>& before, const std::vector<CompileJob>& after) {
  for (const CompileJob& job : before)
    for (const CompileJob& partner : after) {
      if (job.unit != partner.unit || !isSource(job) || !isSource(partner)) continue;
      const Statics own = staticsOf(job);
      if (own.empty()) continue;
      const Statics other = staticsOf(partner);
      const std::map<Description, std::string> newNames = alone(other, own);
      std::map<std::string, std::string> names;
      for (const auto& [description, name] : alone(own, other))
        if (const auto found = newNames.find(description); found != newNames.end()) names.emplace(name, found->second);
      if (!names.empty()) rename(job, names);
    }
}

}  // namespace cleave::frontend
