#include "optimizer/proof.h"

#include <fmt/format.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/PassInstrumentation.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/TargetParser/Triple.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>

#include <algorithm>
#include <future>
#include <set>

#include "frontend/link.h"
#include "optimizer/compare.h"
#include "optimizer/prepare.h"
#include "program/meaning.h"
#include "result/guarantee.h"
#include "support/check.h"
#include "support/text.h"

namespace cleave::optimizer {

using result::Premise;
using result::sentence;

namespace {

constexpr Seconds kTimeLimit{20};     // per version; an optimiser that needs longer proves nothing
constexpr size_t kMostBlocks = 3000;  // some passes are quadratic in them, and a pass cannot be stopped: larger functions stay as they are

// The function that a pass is about to look at; null when it looks at more.
const llvm::Function* functionOf(const llvm::Any& unit) {
  if (const auto* function = llvm::any_cast<const llvm::Function*>(&unit)) return *function;
  if (const auto* loop = llvm::any_cast<const llvm::Loop*>(&unit)) return (*loop)->getHeader()->getParent();
  return nullptr;
}

// False when the passes were cut short.
bool runOptimizer(llvm::Module& module, const StopFlag* stop) {
  const Clock::time_point end = Clock::now() + std::chrono::duration_cast<Clock::duration>(kTimeLimit);
  bool complete = true;
  llvm::PassInstrumentationCallbacks callbacks;
  callbacks.registerShouldRunOptionalPassCallback([&](llvm::StringRef, llvm::Any unit) {
    if (Clock::now() > end || (stop != nullptr && stop->requested())) complete = false;
    const llvm::Function* function = functionOf(unit);
    return complete && (function == nullptr || function->size() <= kMostBlocks);
  });

  // What vector units a processor has, and how often a loop is best unrolled, makes no code more alike.
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = false;
  tuning.LoopInterleaving = false;
  tuning.SLPVectorization = false;
  // The library is what it is when the program runs: LLVM is not to replace its calls, except that a loop may be a memcpy or a memset.
  llvm::TargetLibraryInfoImpl library{llvm::Triple(module.getTargetTriple())};
  library.disableAllFunctions();
  for (const llvm::LibFunc function : {llvm::LibFunc_memcpy, llvm::LibFunc_memmove, llvm::LibFunc_memset}) library.setAvailable(function);

  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(nullptr, tuning, std::nullopt, &callbacks);
  functions.registerPass([&] { return llvm::TargetLibraryAnalysis(library); });
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  llvm::ModulePassManager passes;
  passes.addPass(llvm::GlobalDCEPass());
  passes.addPass(builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2));
  passes.run(module, modules);
  return complete;
}

// --- what the source says of the values that are passed in and shown

// Parameter k of before is parameter k of after. Empty when it is; a parameter with another name adds an assumption.
std::string compareSignatures(const program::Function& before, const program::Function& after, program::Meanings& meanings,
                              std::vector<std::string>& assumptions) {
  if (before.hasSourceSignature != after.hasSourceSignature) return "only one version has a signature in the source";
  if (!before.hasSourceSignature) return "";
  if (!meanings.sameSignature(before, after)) return "the types of the parameters or of the result differ";
  for (size_t k = 0; k < before.sourceParameters.size(); ++k) {
    const std::string &left = before.sourceParameters[k].name, &right = after.sourceParameters[k].name;
    if (left != right) assumptions.push_back(sentence(Premise::ParameterRenamed, left, right));
  }
  return "";
}

std::string listed(const std::set<std::string>& names) {
  constexpr size_t kMost = 5;
  std::vector<std::string> shown(names.begin(), names.end());
  if (shown.size() > kMost) {
    const size_t more = shown.size() - kMost;
    shown.resize(kMost);
    shown.push_back(fmt::format("{} more", more));
  }
  return join(shown, ", ");
}

Answer no(const std::string& why) { return {false, why, {}}; }

}  // namespace

// One version behind the optimiser.
struct Proof::Optimised {
  frontend::LoadedModule loaded;
  MentionGraph mentions;
  std::string problem;  // why there is none

  static std::unique_ptr<Optimised> make(const frontend::Version& version, const std::set<std::string>& entries, const StopFlag* stop) {
    auto made = std::make_unique<Optimised>();
    Expected<frontend::LoadedModule> loaded = frontend::readBitcode(version.linkedBitcode);
    if (!loaded) {
      made->problem = loaded.error().message;
      return made;
    }
    made->loaded = loaded.take();
    llvm::Module& module = *made->loaded.module;
    const llvm::TargetLibraryInfoImpl libraryTable(llvm::Triple(module.getTargetTriple()));
    made->mentions = prepareForOptimizer(module, entries, llvm::TargetLibraryInfo(libraryTable));
    std::string problems;
    llvm::raw_string_ostream stream(problems);
    CHECK(!llvm::verifyModule(module, &stream), "the module prepared for the optimiser is not valid: " + problems);
    if (!runOptimizer(module, stop)) made->problem = "the optimiser needs too long";
    return made;
  }
};

Proof::Proof(const frontend::VersionPair& versions, std::vector<EntryNames> entries, const StopFlag* stop)
    : versions_(versions), entries_(std::move(entries)), stop_(stop) {}

Proof::~Proof() = default;

Answer Proof::prove(size_t entry) {
  const EntryNames& names = entries_.at(entry);
  Answer answer;
  program::Meanings meanings({versions_.before.program, versions_.after.program});
  const program::FunctionId beforeId = versions_.before.program.findFunction(names.before);
  const program::FunctionId afterId = versions_.after.program.findFunction(names.after);
  if (!beforeId.valid() || !afterId.valid()) return no("it is not defined in both versions");
  const std::string problem = compareSignatures(versions_.before.program.function(beforeId), versions_.after.program.function(afterId),
                                                meanings, answer.assumptions);
  if (!problem.empty()) return no(problem);

  if (before_ == nullptr) {
    std::set<std::string> beforeNames, afterNames;
    for (const EntryNames& each : entries_) {
      beforeNames.insert(each.before);
      afterNames.insert(each.after);
    }
    // Each version has an LLVM context of its own.
    auto beside = std::async(std::launch::async, [&] { return Optimised::make(versions_.after, afterNames, stop_); });
    before_ = Optimised::make(versions_.before, beforeNames, stop_);
    after_ = beside.get();
  }
  for (const Optimised* version : {before_.get(), after_.get()})
    if (!version->problem.empty()) return no(version->problem);

  Facts facts = before_->mentions.reachableFrom(names.before);
  facts.add(after_->mentions.reachableFrom(names.after));
  for (const Optimised* version : {before_.get(), after_.get()})
    for (const char* list : kRunOutside) facts.add(version->mentions.reachableFrom(list));
  if (!facts.refused.empty()) return no(facts.refused);

  const llvm::Function* before = before_->loaded.module->getFunction(names.before);
  const llvm::Function* after = after_->loaded.module->getFunction(names.after);
  if (before == nullptr || after == nullptr || before->isDeclaration() || after->isDeclaration())
    return no("it is not defined in both versions");
  const CodeComparison comparison = compareCode(*before, *after);
  if (!comparison.same) return no(comparison.why);
  for (const std::string& name : comparison.variables) {
    const program::GlobalId beforeGlobal = versions_.before.program.findGlobal(name);
    const program::GlobalId afterGlobal = versions_.after.program.findGlobal(name);
    if (!beforeGlobal.valid() || !afterGlobal.valid() ||
        !meanings.sameGlobal(versions_.before.program.global(beforeGlobal), versions_.after.program.global(afterGlobal)))
      return no("the type of the global " + name + " differs");
  }

  answer.same = true;
  answer.assumptions.push_back(sentence(Premise::OptimizerKeepsBehaviour));
  answer.assumptions.push_back(sentence(Premise::OverflowWraps));
  if (facts.throughPointers) answer.assumptions.push_back(sentence(Premise::NoErrorsThroughPointers));
  if (facts.uninitialised) answer.assumptions.push_back(sentence(Premise::NoUnwrittenVariables));
  if (facts.floats) answer.assumptions.push_back(sentence(Premise::NansAreOne));
  if (facts.longDoubles) answer.assumptions.push_back(sentence(Premise::LongDoublesInForm));
  if (facts.recursive) answer.assumptions.push_back(sentence(Premise::StackSuffices));
  if (!comparison.externals.empty()) answer.assumptions.push_back(sentence(Premise::BodiesElsewhereAlike, listed(comparison.externals)));
  return answer;
}

}  // namespace cleave::optimizer
