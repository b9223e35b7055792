// How fast the VM is: each workload concretely in the VM and natively at -O0 on the same code, and workloads with a symbolic input against
// the same run without one. Google Benchmark measures; the closing table gives the ratios, all from this one run.
#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

#include "explore/entry.h"
#include "frontend/frontend.h"
#include "support/process.h"
#include "support/temp_dir.h"
#include "vm/run.h"

#include <benchmark/benchmark.h>

namespace {

using namespace cleave;

const std::string kSource = std::string(CLEAVE_SOURCE_DIR) + "/bench/workloads/workloads.c";

struct Workload {
  const char* name;
  uint64_t argument;
  bool symbolic;  // has a symbolic variant
};
constexpr Workload kWorkloads[] = {{"sieve", 20000, false},   {"hash_rounds", 50000, false}, {"recursion", 18, false},
                                   {"matrix", 40, false},     {"floats", 50000, false},      {"mix_input", 12345, true},
                                   {"sparse_input", 7, true}, {"branch_input", 100, true}};

void require(bool good, const std::string& message) {
  if (good) return;
  std::fprintf(stderr, "vm_speed: %s\n", message.c_str());
  std::exit(1);
}

class Bench {
 public:
  explicit Bench(const std::filesystem::path& work) {
    auto loaded = frontend::load({{kSource}, {}}, "bench", {std::filesystem::path(CLEAVE_BINARY_DIR) / "models.bc", work, nullptr});
    require(loaded.hasValue(), loaded ? "" : loaded.error().message);
    version_ = loaded.take();
    ProcessRequest compile;
    compile.command = {"clang-19", "-O0", "-fwrapv", "-shared", "-fPIC", kSource, "-o", (work / "native.so").string()};
    const auto compiled = runProcess(compile);
    require(compiled && compiled->code == 0, "cannot compile the workloads natively");
    library_ = ::dlopen((work / "native.so").c_str(), RTLD_NOW);
    require(library_ != nullptr, "cannot load the native workloads");
  }

  using Native = unsigned (*)(unsigned);
  Native native(const char* name) const { return reinterpret_cast<Native>(::dlsym(library_, name)); }
  const program::Program& program() const { return version_.program; }

 private:
  frontend::Version version_;
  void* library_ = nullptr;
};

struct Timed {
  uint64_t steps = 0;
  double seconds = 0;
};

// One run in a fresh VM and pool, checked against the native result. Only the run itself is timed, not the making of the VM.
Timed runOnce(const Bench& bench, const Workload& workload, vm::Mode mode, unsigned expected) {
  expr::ExprPool pool;
  const program::FunctionId function = bench.program().findFunction(workload.name);
  const explore::Entry entry = explore::makePlainEntry(bench.program(), function, bench.program(), function, pool);
  vm::RunLimits limits;
  limits.steps = 1'000'000'000;
  vm::Vm vm(bench.program(), pool, limits);
  const Budget budget(Seconds(600), nullptr);
  const vm::Run run = vm.run(entry.after, entry.space, {workload.argument}, mode, budget);
  const double seconds = budget.spent().count();
  require(run.outcome.kind == vm::OutcomeKind::Returned, std::string(workload.name) + ": " + run.outcome.reason);
  require(run.cells.size() == 1 && run.cells[0].bits == expected, std::string(workload.name) + ": the VM and the native run disagree");
  return {run.steps, seconds};
}

class RatioReporter : public benchmark::ConsoleReporter {
 public:
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) times_[run.run_name.function_name] = run.GetAdjustedRealTime();
    ConsoleReporter::ReportRuns(runs);
  }
  void printRatios() const {
    std::printf("\n%-16s %22s %26s\n", "workload", "VM / native -O0", "symbolic / concrete VM");
    for (const Workload& workload : kWorkloads) {
      const std::string name = workload.name;
      std::printf("%-16s %21s", name.c_str(), ratio(name + "/vm", name + "/native").c_str());
      if (workload.symbolic) std::printf(" %25s", ratio(name + "/symbolic", name + "/vm").c_str());
      std::printf("\n");
    }
  }

 private:
  std::string ratio(const std::string& a, const std::string& b) const {
    if (!times_.contains(a) || !times_.contains(b)) return "-";  // filtered out
    char text[32];
    std::snprintf(text, sizeof text, "%.1fx", times_.at(a) / times_.at(b));
    return text;
  }

  std::map<std::string, double> times_;
};

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  auto work = TempDir::create("bench");
  require(work.hasValue(), "no temporary directory");
  const Bench bench(work->path());
  for (const Workload& workload : kWorkloads) {
    const auto native = bench.native(workload.name);
    const auto argument = static_cast<unsigned>(workload.argument);
    const unsigned expected = native(argument);
    const std::string name = workload.name;
    benchmark::RegisterBenchmark((name + "/native").c_str(), [=](benchmark::State& state) {
      for (auto _ : state) benchmark::DoNotOptimize(native(argument));
    })->Unit(benchmark::kMicrosecond);
    const auto inVm = [&bench, workload, expected](vm::Mode mode) {
      return [&bench, workload, expected, mode](benchmark::State& state) {
        uint64_t steps = 0;
        for (auto _ : state) {
          const Timed timed = runOnce(bench, workload, mode, expected);
          state.SetIterationTime(timed.seconds);
          steps += timed.steps;
        }
        state.counters["instructions/s"] = benchmark::Counter(static_cast<double>(steps), benchmark::Counter::kIsRate);
      };
    };
    benchmark::RegisterBenchmark((name + "/vm").c_str(), inVm(vm::Mode::Concrete))->UseManualTime()->Unit(benchmark::kMicrosecond);
    if (workload.symbolic)
      benchmark::RegisterBenchmark((name + "/symbolic").c_str(), inVm(vm::Mode::Symbolic))->UseManualTime()->Unit(benchmark::kMicrosecond);
  }
  RatioReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  reporter.printRatios();
  return 0;
}
