#include "frontend/prototypes.h"

#include <fmt/format.h>

#include "frontend/link.h"
#include "frontend/symbols.h"
#include "support/temp_dir.h"
#include "support/text.h"

namespace cleave::frontend {
namespace {

namespace fs = std::filesystem;

constexpr const char* kVariable = "cleave_prototype_";

// A file to be compiled again, and what it is asked for.
struct Inquiry {
  std::string file;
  std::vector<std::string> flags;
  bool isCxx = false;
  std::vector<std::string> names;
};

// Headers may have made macros of the names.
std::string textOf(const Inquiry& inquiry) {
  std::string text = fmt::format("#include {}\n", cleave::quoted(inquiry.file));
  for (size_t k = 0; k < inquiry.names.size(); ++k)
    text += fmt::format("#undef {0}\n__typeof__(&({1}{0})) {2}{3};\n", inquiry.names[k], inquiry.isCxx ? "::" : "", kVariable, k);
  return text;
}

Expected<fs::path> compile(const Inquiry& inquiry, const std::string& label, const LoadOptions& options) {
  const fs::path wrapper = options.directory / (label + (inquiry.isCxx ? ".cpp" : ".c"));
  if (Status failed = writeFile(wrapper, textOf(inquiry))) return *failed;
  Sources alone{{wrapper.string()}, inquiry.flags};
  alone.flags.push_back("-w");
  alone.flags.push_back("-ferror-limit=0");
  const Expected<std::vector<CompileJob>> jobs = planJobs(alone, label, options);
  if (!jobs) return jobs.error();
  const Expected<std::vector<std::string>> done = compileAll(*jobs, options.stop);
  if (!done) return done.error();
  return jobs->front().bitcode();
}

// A function that is declared within another one, or under another name, cannot be asked for: then without it.
Expected<fs::path> compilePatiently(Inquiry& inquiry, const std::string& label, const LoadOptions& options) {
  Expected<fs::path> done = compile(inquiry, label, options);
  if (done) return done;
  const std::string& said = done.error().message;
  std::erase_if(inquiry.names, [&](const std::string& name) { return said.find("'" + name + "'") != std::string::npos; });
  if (inquiry.names.empty()) return done;
  return compile(inquiry, label, options);
}

const llvm::DISubroutineType* functionBehind(const llvm::GlobalVariable& variable) {
  llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> found;
  variable.getDebugInfo(found);
  if (found.empty()) return nullptr;
  const llvm::DIType* type = found.front()->getVariable()->getType();
  const auto* pointer = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type);
  return pointer == nullptr ? nullptr : llvm::dyn_cast_or_null<llvm::DISubroutineType>(pointer->getBaseType());
}

void readInto(const fs::path& bitcode, const Inquiry& inquiry, Prototypes& prototypes) {
  const Expected<LoadedModule> loaded = readBitcode(bitcode);
  if (!loaded) return;
  for (size_t k = 0; k < inquiry.names.size(); ++k) {
    const llvm::GlobalVariable* variable = loaded->module->getGlobalVariable(kVariable + std::to_string(k));
    const llvm::DISubroutineType* type = variable == nullptr ? nullptr : functionBehind(*variable);
    if (type == nullptr) continue;
    if (const auto described = describePrototype(inquiry.names[k], *type)) prototypes.emplace(inquiry.names[k], *described);
  }
}

std::optional<Inquiry> inquiryOf(const Sources& sources, const std::vector<CompileJob>& jobs, size_t k) {
  std::error_code unknown;
  if (k < sources.files.size()) {
    if (jobs[k].language != Language::C && jobs[k].language != Language::Cxx) return std::nullopt;
    return Inquiry{fs::absolute(sources.files[k]).string(), sources.flags, jobs[k].language == Language::Cxx, {}};
  }
  const Compiled& compiled = sources.compiled[k - sources.files.size()];
  if (!fs::exists(compiled.file, unknown)) return std::nullopt;
  Inquiry inquiry{compiled.file.string(), compiled.flags, compiled.file.extension() != ".c", {}};
  inquiry.flags.push_back("-working-directory=" + compiled.directory.string());
  return inquiry;
}

}  // namespace

Prototypes readPrototypes(const Sources& sources, const std::vector<CompileJob>& jobs, const std::set<std::string>& names,
                          const std::string& label, const LoadOptions& options) {
  Prototypes prototypes;
  std::set<std::string> left = names;
  for (size_t k = 0; k < jobs.size() && !left.empty(); ++k) {
    std::optional<Inquiry> inquiry = inquiryOf(sources, jobs, k);
    if (!inquiry) continue;
    for (const std::string& name : readSymbols(jobs[k].bitcode()).undefined)
      if (left.contains(name)) inquiry->names.push_back(name);
    if (inquiry->names.empty()) continue;
    const Expected<fs::path> bitcode = compilePatiently(*inquiry, fmt::format("{}-prototypes-{}", label, k), options);
    if (!bitcode) continue;
    readInto(*bitcode, *inquiry, prototypes);
    std::erase_if(left, [&](const std::string& name) { return prototypes.contains(name); });
  }
  return prototypes;
}

}  // namespace cleave::frontend
