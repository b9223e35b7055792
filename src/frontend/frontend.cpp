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
#include "exceptions/jumps.h"
#include "frontend/assemble.h"
#include "frontend/compile.h"
#include "frontend/destructors.h"
#include "frontend/environment.h"
#include "frontend/library_state.h"
#include "frontend/link.h"
#include "frontend/overflow_checks.h"
#include "frontend/renamed_statics.h"
#include "frontend/thread_locals.h"
#include "frontend/units.h"
#include "frontend/user_inputs.h"
#include "frontend/volatile_accesses.h"
#include "lower/debug.h"
#include "lower/module.h"
#include "passes/assembly.h"
#include "passes/computed_goto.h"
#include "passes/notes.h"
#include "passes/pipeline.h"
#include "passes/unused.h"
#include "support/text.h"

namespace cleave::frontend {
namespace {

bool isCxxModule(const llvm::Module& module) {
  for (const llvm::DICompileUnit* unit : module.debug_compile_units())
    if (llvm::dwarf::isCPlusPlus(static_cast<llvm::dwarf::SourceLanguage>(unit->getSourceLanguage()))) return true;
  return module.getFunction("__gxx_personality_v0") != nullptr;
}

// A version on its way: what the compiler made of its files, in one module.
struct Linked {
  Version version;
  LoadedModule loaded;
  Prototypes prototypes;  // of functions that lost their bodies
};

// A report speaks of them as the source does.
void nameEnvironment(program::Program& program) {
  for (program::Function& function : program.functions) {
    if (!function.name.starts_with(program::kEnvironmentBody)) continue;
    for (const program::EnvironmentFunction& each : program.environment)
      if (const std::string own = program::kEnvironmentBody + each.name; function.name == own || function.name.starts_with(own + "."))
        function.display = each.display;
  }
}

std::vector<std::string> saidNames(const EnvironmentSaid& said) {
  std::vector<std::string> names = said.pure;
  for (const auto* more : {&said.ignored, &said.stopAt}) names.insert(names.end(), more->begin(), more->end());
  return names;
}

Expected<Linked> linkVersion(const std::vector<CompileJob>& jobs, const std::set<std::string>& ambiguous,
                             const std::vector<std::string>& warnings, const std::string& label, const LoadOptions& options) {
  Linked linked;
  Version& version = linked.version;
  version.diagnostics = join(warnings, "");
  Expected<LoadedModule> loaded = linkFiles(jobs, ambiguous, label);
  if (!loaded) return loaded.error();
  linked.loaded = loaded.take();
  llvm::Module& module = *linked.loaded.module;
  makeThreadLocalsPlain(module);
  if (!options.endOnOverflow) forgetSignedness(module);  // code of a project may still tell: so that it can be asked for both
  version.isCxx = isCxxModule(module);
  for (const CompileJob& job : jobs) version.isCxx = version.isCxx || job.language == Language::Cxx;
  dropBodies(module, saidNames(options.environment), linked.prototypes);
  version.linkedBitcode = options.directory / (label + "-linked.bc");
  if (Status problem = writeBitcode(module, version.linkedBitcode)) return *problem;
  return linked;
}

// The sources of a version, and what of them was compiled.
struct Asked {
  const Sources& sources;
  const std::vector<CompileJob>& jobs;
  const char* label;
  Linked& linked;
};

// Agrees on the functions of the environment.
Status findEnvironment(const std::vector<Asked>& versions, const LoadOptions& options) {
  if (!options.environment.isUsed || options.modelsBitcode.empty()) return std::nullopt;
  const std::set<std::string> models = functionsOfModels(options.modelsBitcode);
  std::set<std::string> defined;
  for (const Asked& each : versions) defined.merge(definedNames(*each.linked.loaded.module).functions);
  std::vector<Declares> declares;
  for (const Asked& each : versions) {
    if (options.agreed != nullptr) {
      each.linked.version.program.environment = *options.agreed;
      each.linked.version.environmentModels = options.modelsBitcode;
      continue;
    }
    std::set<std::string> names = undefinedFunctions(*each.linked.loaded.module, models);
    std::erase_if(names, [&](const std::string& name) { return name.starts_with("_Z") || defined.contains(name); });
    Prototypes prototypes = each.linked.prototypes;
    if (!names.empty()) prototypes.merge(readPrototypes(each.sources, each.jobs, names, each.label, options));
    declares.push_back({each.linked.loaded.module.get(), std::move(prototypes)});
  }
  if (options.agreed != nullptr) return std::nullopt;
  const Expected<std::vector<program::EnvironmentFunction>> found = environmentOf(declares, models, options.environment);
  if (!found) return found.error();
  for (const Asked& each : versions) {
    each.linked.version.program.environment = *found;
    each.linked.version.environmentModels = options.modelsBitcode;
  }
  return std::nullopt;
}

// From the module to the program.
Expected<Version> finishVersion(Linked linked, const LoadOptions& options) {
  llvm::Module& module = *linked.loaded.module;
  Version& version = linked.version;
  const DefinedNames own = definedNames(module);
  if (Status problem = writeEnvironment(linked.loaded, version.program.environment, version.environmentModels)) return *problem;
  expandUserInputs(module);
  for (llvm::Function& function : module) passes::dropUnused(function, options.endOnOverflow);
  if (options.watchVolatile) expandVolatileAccesses(module);
  registerDestructors(module);
  version.endsOnOverflow = options.endOnOverflow;
  if (options.endOnOverflow) checkSignedOverflow(module);
  if (Status problem = lowerModule(linked.loaded, own, options, version)) return *problem;
  nameEnvironment(version.program);
  return std::move(version);
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

// What headers have, and a model says without asking where objects lie (models/containers.cpp). The code for native runs keeps its own.
constexpr const char* kLeftToModels[] = {"_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE11_M_disjunctEPKc"};

void leaveToModels(llvm::Module& module) {
  for (const char* name : kLeftToModels)
    if (llvm::Function* function = module.getFunction(name); function != nullptr && !function->isDeclaration()) makeDeclaration(*function);
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
  const bool jumps = hasModels && exceptions::wantJumpModels(module);
  if (hasModels) leaveToModels(module);
  if (hasModels)
    if (Status problem = linkModels(loaded, options.modelsBitcode, program)) return problem;
  // From here on the module is complete: what is undefined now is the program's, or has no body anywhere.
  describeDeclared(module, program);
  avoidTakenNames(module, program);
  const lower::ParameterNames names = lower::readParameterNames(module);
  passes::expandAssembly(module);
  passes::expandComputedGotos(module);
  if (jumps) exceptions::makeJumpsPlain(module, {own.functions, isPart});
  if (version.hasExceptions) exceptions::makeExceptionsPlain(module, {own.functions, isPart});
  passes::runPipeline(module, [&](const llvm::Function& function) { return own.functions.contains(function.getName().str()); });
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
  Expected<Linked> linked = linkVersion(*jobs, ambiguousNames(*jobs), *warnings, label, options);
  if (!linked) return linked.error();
  if (Status wrong = findEnvironment({{sources, *jobs, label.c_str(), *linked}}, options)) return *wrong;
  return finishVersion(linked.take(), options);
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
  const auto link = [&](const std::vector<CompileJob>& jobs, size_t from, size_t to, const char* label) {
    return linkVersion(jobs, ambiguous, slice(*warnings, from, to), label, options);
  };
  std::future<Expected<Linked>> linking = std::async(std::launch::async, [&] { return link(*afterJobs, border, all.size(), "after"); });
  Expected<Linked> linkedBefore = link(*beforeJobs, 0, border, "before");
  Expected<Linked> linkedAfter = linking.get();
  if (!linkedBefore) return linkedBefore.error();
  if (!linkedAfter) return linkedAfter.error();
  if (Status wrong = findEnvironment({{before, *beforeJobs, "before", *linkedBefore}, {after, *afterJobs, "after", *linkedAfter}}, options))
    return *wrong;
  std::future<Expected<Version>> beside = std::async(std::launch::async, [&] { return finishVersion(linkedAfter.take(), options); });
  Expected<Version> first = finishVersion(linkedBefore.take(), options);
  Expected<Version> second = beside.get();
  if (!first) return first.error();
  if (!second) return second.error();
  return VersionPair{first.take(), second.take()};
}

}  // namespace cleave::frontend
