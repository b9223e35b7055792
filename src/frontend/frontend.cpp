#include "frontend/frontend.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfoMetadata.h>

#include <algorithm>
#include <future>

#include "exceptions/exceptions.h"
#include "frontend/assemble.h"
#include "frontend/compile.h"
#include "frontend/link.h"
#include "lower/debug.h"
#include "lower/module.h"
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
Expected<Version> assemble(const std::vector<CompileJob>& jobs, const std::vector<std::string>& warnings, const std::string& label,
                           const LoadOptions& options) {
  Version version;
  version.diagnostics = join(warnings, "");
  Expected<LoadedModule> linked = linkFiles(jobs, label);
  if (!linked) return linked.error();
  llvm::Module& module = *linked->module;
  version.isCxx = isCxxModule(module);
  for (const CompileJob& job : jobs) version.isCxx = version.isCxx || job.language == Language::Cxx;
  version.linkedBitcode = options.directory / (label + "-linked.bc");
  if (Status problem = writeBitcode(module, version.linkedBitcode)) return *problem;

  if (Status problem = lowerModule(*linked, definedNames(module), options, version)) return *problem;
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
    if (!global.isDeclaration()) names.globals.insert(global.getName().str());
  return names;
}

namespace {

// The library's errno, which is a variable of the models: called as the user calls it, and an int.
void describeErrno(program::Program& program) {
  const program::GlobalId id = program.findGlobal("cleave_model_errno");
  if (!id.valid() || !program.global(id).fromModels) return;
  program::Global& global = program.globals[id.value];
  global.isErrno = true;
  global.display = "errno";
  program::SourceType number;
  number.kind = program::SourceKind::Int;
  number.name = "int";
  number.sizeBytes = 4;
  number.isSigned = true;
  program.sourceTypes.push_back(std::move(number));
  global.type = program::SourceTypeId(program.sourceTypes.size() - 1);
  const auto asks = [&](const program::CallInfo& call) {
    return call.callee.valid() && program.function(call.callee).name == "__errno_location";
  };
  for (const program::Function& function : program.functions)
    if (!function.fromModels && std::any_of(function.calls.begin(), function.calls.end(), asks)) global.isRead = true;
}

}  // namespace

Status lowerModule(LoadedModule& loaded, const DefinedNames& own, const LoadOptions& options, Version& version) {
  llvm::Module& module = *loaded.module;
  if (options.modelsBitcode.empty()) exceptions::refuseHandlers(module);
  const bool throws = !options.modelsBitcode.empty() && exceptions::wantExceptionModels(module);
  if (!options.modelsBitcode.empty())
    if (Status problem = linkModels(loaded, options.modelsBitcode)) return problem;
  // From here on the module is complete: what is undefined now has no body anywhere.
  const lower::ParameterNames names = lower::readParameterNames(module);
  if (throws) exceptions::makeExceptionsPlain(module);
  passes::runPipeline(module);
  // From here on it has the form that the lowering expects (pipeline.h).
  version.program = lower::ModuleLowering(module, names).run();
  for (program::Function& function : version.program.functions)
    function.fromModels = function.defined && !own.functions.contains(function.name);
  for (program::Global& global : version.program.globals) global.fromModels = global.defined && !own.globals.contains(global.name);
  describeErrno(version.program);
  return std::nullopt;
}

Expected<Version> load(const Sources& sources, const std::string& label, const LoadOptions& options) {
  const Expected<std::vector<CompileJob>> jobs = planJobs(sources, label, options);
  if (!jobs) return jobs.error();
  const Expected<std::vector<std::string>> warnings = compileAll(*jobs, options.stop);
  if (!warnings) return warnings.error();
  return assemble(*jobs, *warnings, label, options);
}

Expected<VersionPair> loadPair(const Sources& before, const Sources& after, const LoadOptions& options) {
  Expected<std::vector<CompileJob>> jobs = planJobs(before, "before", options);
  if (!jobs) return jobs.error();
  const Expected<std::vector<CompileJob>> afterJobs = planJobs(after, "after", options);
  if (!afterJobs) return afterJobs.error();
  const size_t border = jobs->size();
  jobs->insert(jobs->end(), afterJobs->begin(), afterJobs->end());
  const Expected<std::vector<std::string>> warnings = compileAll(*jobs, options.stop);
  if (!warnings) return warnings.error();

  // Each version has an LLVM context of its own, so they do not meet.
  std::future<Expected<Version>> beside = std::async(std::launch::async, [&] {
    return assemble(slice(*jobs, border, jobs->size()), slice(*warnings, border, jobs->size()), "after", options);
  });
  Expected<Version> first = assemble(slice(*jobs, 0, border), slice(*warnings, 0, border), "before", options);
  Expected<Version> second = beside.get();
  if (!first) return first.error();
  if (!second) return second.error();
  return VersionPair{first.take(), second.take()};
}

}  // namespace cleave::frontend
