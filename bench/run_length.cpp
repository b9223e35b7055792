// The cost of a run must grow linearly with its length, also when it keeps track of what values rely on. Loops of 10^3 to 10^6 iterations
// with an input-dependent branch, a store and a load in each; per granularity the time per instruction, and its ratio to that of the shortest
// loop. All from one run.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

#include "change/change.h"
#include "explore/pair_runner.h"
#include "explore/tracking.h"
#include "frontend/frontend.h"
#include "support/temp_dir.h"

namespace {

using namespace cleave;

// The comparisons repeat, so that the number of literals stays small while the number of decisions grows with the loop.
const char* const kBefore = R"(
unsigned f(unsigned n, unsigned x) {
  unsigned table[8] = {0}, s = 0;
  for (unsigned i = 0; i < n; i++) {
    if ((x >> (i & 7)) & 1) table[i & 7] += i; else s ^= i;
    s += table[(i + 1) & 7] * 2;
  }
  return s * 2;
}
)";

void require(bool good, const std::string& message) {
  if (good) return;
  std::fprintf(stderr, "run_length: %s\n", message.c_str());
  std::exit(1);
}

frontend::Version load(const std::filesystem::path& work, const std::string& name, const std::string& text) {
  const std::filesystem::path file = work / (name + ".c");
  std::ofstream(file) << text;
  auto loaded = frontend::load({{file}, {}}, name, {std::filesystem::path(CLEAVE_BINARY_DIR) / "models.bc", work, nullptr});
  require(loaded.hasValue(), loaded ? "" : loaded.error().message);
  return loaded.take();
}

std::string changed(std::string text) {
  text.replace(text.find("return s * 2"), 12, "return s << 1");
  return text;
}

}  // namespace

int main() {
  auto work = TempDir::create("bench");
  require(work.hasValue(), "no temporary directory");
  const frontend::Version before = load(work->path(), "before", kBefore);
  const frontend::Version after = load(work->path(), "after", changed(kBefore));
  const change::Changes changes = change::findChanges(before.program, after.program);
  const program::FunctionId f = before.program.findFunction("f"), g = after.program.findFunction("f");

  std::printf("%-14s %10s %14s %10s %16s\n", "granularity", "iterations", "instructions", "ns each", "to the shortest");
  const std::pair<const char*, explore::Granularity> kinds[] = {{"path", explore::Granularity::Path},
                                                                {"output", explore::Granularity::Output},
                                                                {"differential", explore::Granularity::Differential}};
  for (const auto& [name, granularity] : kinds) {
    double shortest = 0;
    for (const uint64_t iterations : {1'000u, 10'000u, 100'000u, 1'000'000u}) {
      expr::ExprPool pool;
      const explore::Entry entry = explore::makePlainEntry(before.program, f, after.program, g, pool);
      std::unique_ptr<explore::Tracking> tracking;
      if (granularity != explore::Granularity::Path)
        tracking = std::make_unique<explore::Tracking>(before.program, after.program, changes, entry, pool, granularity, vm::Rules{});
      vm::RunLimits limits;
      limits.steps = 1'000'000'000;
      limits.memoryBytes = uint64_t{16} << 30;
      explore::PairRunner runner(before.program, after.program, changes, entry, pool, limits, tracking.get());
      const Budget budget(Seconds(600), nullptr);
      const explore::PairRun run = runner.run({iterations, 0x5a}, vm::Mode::Symbolic, budget);
      const double seconds = budget.spent().count();
      require(run.finished(), run.after.outcome.reason);
      const uint64_t steps = run.before.steps + run.after.steps;
      const double each = seconds * 1e9 / static_cast<double>(steps);
      if (shortest == 0) shortest = each;
      std::printf("%-14s %10llu %14llu %10.1f %15.2fx\n", name, static_cast<unsigned long long>(iterations),
                  static_cast<unsigned long long>(steps), each, each / shortest);
    }
  }
  return 0;
}
