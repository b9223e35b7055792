// The compiler's plugin: clang-19 -fpass-plugin=cleave-probes.so. It runs before all passes, so that at any level of optimisation it sees
// variables where the source has them. CLEAVE_PLUGIN_OPTIONS names a file of settings (points/private/probe.h); without it every function is
// instrumented.
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>
#include <llvm/Support/ErrorHandling.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "points/private/probe.h"

namespace {

// A build that goes on without its probes would look like tests that reach nothing.
cleave::points::ProbeOptions readOptions() {
  const char* file = std::getenv("CLEAVE_PLUGIN_OPTIONS");
  if (file == nullptr || *file == 0) return {};
  std::ifstream stream(file);
  std::ostringstream text;
  text << stream.rdbuf();
  if (!stream) llvm::report_fatal_error(llvm::Twine("cannot read the settings of probes: ") + file, false);
  cleave::Expected<cleave::points::ProbeOptions> options = cleave::points::probeOptionsOf(text.str());
  if (!options) llvm::report_fatal_error(llvm::Twine(file) + ": " + options.error().message, false);
  return options.take();
}

struct Probes : llvm::PassInfoMixin<Probes> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    return cleave::points::insertProbes(module, readOptions()) ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }  // at -O0, too
};

}  // namespace

extern "C" __attribute__((visibility("default"))) llvm::PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {
      LLVM_PLUGIN_API_VERSION, "cleave-probes", "1", [](llvm::PassBuilder& builder) {
        builder.registerPipelineStartEPCallback([](llvm::ModulePassManager& passes, llvm::OptimizationLevel) { passes.addPass(Probes()); });
      }};
}
