#include "frontend/frontend.h"

#include <fmt/format.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfoMetadata.h>

#include <algorithm>
#include <future>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "exceptions/exceptions.h"
#include "frontend/assemble.h"
#include "frontend/compile.h"
#include "frontend/destructors.h"
#include "frontend/library_state.h"
#include "frontend/link.h"
#include "frontend/overflow_checks.h"
#include "frontend/renamed_statics.h"
#include "frontend/units.h"
#include "frontend/user_inputs.h"
#include "frontend/volatile_accesses.h"
#include "lower/debug.h"
#include "lower/module.h"
#include "passes/notes.h"
#include "passes/pipeline.h"
#include "support/text.h"

namespace cleave::frontend {
namespace {

bool isCxxModule(const llvm::Module& module) {
  for (const llvm::DICompileUnit* unit : module.debug_compile_units())
    if (llvm::dwarf::isCPlusPlus(static_cast<llvm::dwarf::SourceLanguage>(unit->getSourceLanguage()))) return true;
  return module.getFunction("__gxx_personality_v0") != nullptr;
}

// From the compiler's output for each file to the program.
Expected<Version> assemble(const std::vector<CompileJob>& jobs, const std::set<std::string>& ambiguous,
                           const std::vector<std::string>& warnings, const std::string& label, const LoadOptions& options) {
  Version version;
  version.diagnostics = join(warnings, "");
  Expected<LoadedModule> linked = linkFiles(jobs, ambiguous, label);
  if (!linked) return linked.error();
  llvm::Module& module = *linked->module;
  if (!options.endOnOverflow) forgetSignedness(module);  // code of a project may still tell: so that it can be asked for both
  version.isCxx = isCxxModule(module);
  for (const CompileJob& job : jobs) version.isCxx = version.isCxx || job.language == Language::Cxx;
  version.linkedBitcode = options.directory / (label + "-linked.bc");
  if (Status problem = writeBitcode(module, version.linkedBitcode)) return *problem;

  const DefinedNames own = definedNames(module);
  expandUserInputs(module);
  if (options.watchVolatile) expandVolatileAccesses(module);
  registerDestructors(module);
  version.endsOnOverflow = options.endOnOverflow;
  if (options.endOnOverflow) checkSignedOverflow(module);
  if (Status problem = lowerModule(*linked, own, options, version)) return *problem;
  return version;
}

template <class T>
std::vector<T> slice(const std::vector<T>& list, size_t first, size_t last) {
  return {list.begin() + static_cast<std::ptrdiff_t>(first), list.begin() + static_cast<std::ptrdiff_t>(last)};
}

}  // namespace

DefinedNames definedNames(const llvm::Module& module) {
  DefinedNames names;
  for (const llvm::Function& function : module)
    if (!function.isDeclaration()) names.functions.insert(function.getName().str());
  for (const llvm::GlobalVariable& global : module.globals())
    if (!global.isDeclaration() && !global.getName().starts_with(program::kPropertyMark)) names.globals.insert(global.getName().str());
  return names;
}

namespace {

// What is known of the program's functions that the module declares.
void describeDeclared(llvm::Module& module, const program::Program& program) {
  std::unordered_map<std::string_view, bool> throws;
  for (const program::Function& function : program.functions)
    if (function.defined) throws.emplace(function.name, function.mayThrow);
  for (llvm::Function& function : module) {
    const auto known = function.isDeclaration() ? throws.find(std::string_view(function.getName())) : throws.end();
    if (known == throws.end()) continue;
    if (known->second) {
      function.addFnAttr(passes::kThrowsAttribute);
      function.removeFnAttr(llvm::Attribute::NoUnwind);
    } else {
      function.setDoesNotThrow();
    }
  }
}

// What is local to the module gets names that the program does not have.
void avoidTakenNames(llvm::Module& module, const program::Program& program) {
  std::unordered_set<std::string_view> taken;
  for (const program::Function& function : program.functions) taken.insert(function.name);
  for (const program::Global& global : program.globals) taken.insert(global.name);
  for (llvm::GlobalObject& object : module.global_objects()) {
    if (!object.hasLocalLinkage()) continue;
    const std::string name = object.getName().str();
    for (unsigned k = 1; taken.contains(std::string_view(object.getName())); ++k) object.setName(fmt::format("{}.{}", name, k));
  }
}

}  // namespace

Status lowerModule(LoadedModule& loaded, const DefinedNames& own, const LoadOptions& options, Version& version) {
  llvm::Module& module = *loaded.module;
  program::Program& program = version.program;
  const size_t oldFunctions = program.functions.size(), oldGlobals = program.globals.size();
  const bool isPart = oldFunctions > 0, hasModels = !options.modelsBitcode.empty();
  describeDeclared(module, program);
  if (!hasModels) exceptions::refuseHandlers(module);
  version.hasExceptions |= hasModels && exceptions::wantExceptionModels(module);
  if (hasModels)
    if (Status problem = linkModels(loaded, options.modelsBitcode, program)) return problem;
  // From here on the module is complete: what is undefined now is the program's, or has no body anywhere.
  describeDeclared(module, program);
  avoidTakenNames(module, program);
  const lower::ParameterNames names = lower::readParameterNames(module);
  if (version.hasExceptions) exceptions::makeExceptionsPlain(module, {own.functions, isPart});
  passes::runPipeline(module);
  // From here on it has the form that the lowering expects (passes/pipeline.h).
  lower::ModuleLowering(program, module, names).run();
  for (size_t f = oldFunctions; f < program.functions.size(); ++f)
    program.functions[f].fromModels = program.functions[f].defined && !own.functions.contains(program.functions[f].name);
  for (size_t g = oldGlobals; g < program.globals.size(); ++g)
    program.globals[g].fromModels = program.globals[g].defined && !own.globals.contains(program.globals[g].name);
  describeLibraryStates(program);
  return std::nullopt;
}

Expected<Version> load(const Sources& sources, const std::string& label, const LoadOptions& options) {
  Expected<std::vector<CompileJob>> jobs = planJobs(sources, label, options);
  if (!jobs) return jobs.error();
  const Expected<std::vector<std::string>> warnings = compileAll(*jobs, options.stop);
  if (!warnings) return warnings.error();
  nameUnits(*jobs);
  return assemble(*jobs, ambiguousNames(*jobs), *warnings, label, options);
}

Expected<VersionPair> loadPair(const Sources& before, const Sources& after, const LoadOptions& options) {
  Expected<std::vector<CompileJob>> beforeJobs = planJobs(before, "before", options);
  if (!beforeJobs) return beforeJobs.error();
  Expected<std::vector<CompileJob>> afterJobs = planJobs(after, "after", options);
  if (!afterJobs) return afterJobs.error();
  const size_t border = beforeJobs->size();
  std::vector<CompileJob> all = *beforeJobs;
  all.insert(all.end(), afterJobs->begin(), afterJobs->end());
  const Expected<std::vector<std::string>> warnings = compileAll(all, options.stop);
  if (!warnings) return warnings.error();

  // What is ambiguous in one version is named after its file in both.
  nameUnits(*beforeJobs);
  nameUnits(*afterJobs);
  matchUnits(*beforeJobs, *afterJobs);
  adoptStaticNames(*beforeJobs, *afterJobs);
  std::set<std::string> ambiguous = ambiguousNames(*beforeJobs);
  ambiguous.merge(ambiguousNames(*afterJobs));

  // Each version has an LLVM context of its own, so they do not meet.
  std::future<Expected<Version>> beside = std::async(std::launch::async, [&] {
    return assemble(*afterJobs, ambiguous, slice(*warnings, border, all.size()), "after", options);
  });
  Expected<Version> first = assemble(*beforeJobs, ambiguous, slice(*warnings, 0, border), "before", options);
  Expected<Version> second = beside.get();
  if (!first) return first.error();
  if (!second) return second.error();
  return VersionPair{first.take(), second.take()};
}

}  // namespace cleave::frontend
