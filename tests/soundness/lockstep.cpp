// The obligation of src/change on real code: two runs that execute no change are in lock-step. Generated pairs go through the front end;
// both versions are run in the VM on many inputs; where neither run met a change they must show the same and have taken the same number of
// steps.
//   lockstep --seed 1 --count 300
#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "campaign.h"
#include "change/change.h"
#include "explore/compare.h"
#include "explore/entry.h"
#include "explore/pair_runner.h"
#include "frontend/frontend.h"
#include "mutate.h"
#include "oracle.h"
#include "support/temp_dir.h"

namespace cleave::soundness {
namespace {

namespace fs = std::filesystem;

struct LockstepOptions : CampaignOptions {
  uint64_t inputs = 400;  // per pair
};

std::string prefixOf(uint64_t seed) { return fmt::format("f_{}", seed); }

Pair makePair(uint64_t seed) {
  Random random(seed * 0x9e3779b97f4a7c15 + 3);
  GenOptions options;
  options.statements = 8;
  options.helpers = 3;
  options.globalPercent = 70;
  Pair pair;
  pair.before = generate(prefixOf(seed), random, options);
  pair.after = mutate(pair.before, random, options, pair.what);
  if (random.chance(50)) std::swap(pair.before, pair.after);
  return pair;
}

class Campaign {
 public:
  explicit Campaign(const LockstepOptions& options) : options_(options), tally_(options, "lockstep") {}

  int run() {
    runBatches(options_, [&](const std::vector<uint64_t>& seeds) { runBatch(seeds); });
    if (tally_.passed() >= 100 && tally_.counted("runs of changed functions without a change") == 0)
      tally_.fail(options_.seed, "no run of a changed function missed the change: the campaign shows nothing", {});
    return tally_.close();
  }

 private:
  void runBatch(const std::vector<uint64_t>& seeds) {
    Expected<TempDir> directory = TempDir::create("lockstep");
    if (!directory) return tally_.fail(seeds[0], directory.error().message, {});
    std::vector<Pair> pairs;
    for (uint64_t seed : seeds) pairs.push_back(makePair(seed));
    Expected<BatchFiles> files = writeBatch(directory->path(), pairs);
    if (!files) return tally_.fail(seeds[0], files.error().message, {});
    fs::path models = fs::exists(CLEAVE_MODELS) ? CLEAVE_MODELS : "";
    Expected<frontend::VersionPair> versions =
        frontend::loadPair({{files->before.string()}, {"-w"}}, {{files->after.string()}, {"-w"}}, {models, directory->path(), nullptr});
    if (!versions) return tally_.fail(seeds[0], versions.error().message, {files->before, files->after});
    change::Changes changes = change::findChanges(versions->before.program, versions->after.program);
    for (size_t k = 0; k < seeds.size(); ++k) {
      std::string problem = checkPair(seeds[k], versions->before.program, versions->after.program, changes);
      if (problem.empty())
        tally_.pass();
      else
        keep(seeds[k], fmt::format("({}) {}", pairs[k].what, problem), pairs[k]);
    }
  }

  std::string checkPair(uint64_t seed, const program::Program& before, const program::Program& after, const change::Changes& changes) {
    program::FunctionId beforeFunction = before.findFunction(prefixOf(seed)), afterFunction = after.findFunction(prefixOf(seed));
    const change::FunctionPair* pair = changes.pairOf(Side::After, afterFunction);
    if (pair == nullptr || pair->before != beforeFunction) return "the functions are not paired";
    tally_.count(pair->sameDeep ? "deeply the same" : pair->sameCode ? "same code, something below changed" : "changed");
    expr::ExprPool pool;
    explore::Entry entry = explore::makePlainEntry(before, beforeFunction, after, afterFunction, pool);
    if (!entry.unsupported.empty()) return "not supported: " + entry.unsupported;
    explore::PairRunner runner(before, after, changes, entry, pool, {}, nullptr);
    Budget budget(Seconds(60), nullptr);
    Random random(seed);
    for (uint64_t k = 0; k < options_.inputs; ++k) {
      expr::Assignment input;
      for (const vm::InputCell& cell : entry.space.cells)
        input.push_back(truncateTo(random.chance(50) ? random.below(12) : random.next(), cell.sort.width));
      explore::PairRun run = runner.run(input, vm::Mode::Concrete, budget);
      if (!run.finished()) {
        tally_.count("unfinished runs");
        continue;
      }
      bool equal = explore::compare(pool, run.shownBefore(), run.shownAfter()).equal;
      tally_.count(run.changes.empty() ? "runs without a change" : "runs with a change");
      if (!run.changes.empty() && pair->sameDeep) return "deeply the same, and yet a change was executed";
      if (!run.changes.empty()) continue;
      if (!pair->sameDeep) tally_.count("runs of changed functions without a change");
      if (!equal || run.before.steps != run.after.steps) {
        std::string values;
        for (U128 value : input) values += " " + toHex(value, 64);
        return fmt::format("no change was executed, but the runs {} on{}", equal ? "took other steps" : "differ", values);
      }
    }
    return "";
  }

  void keep(uint64_t seed, const std::string& message, const Pair& pair) {
    fs::path directory = options_.keep / fmt::format("lockstep-{}", seed);
    std::error_code error;
    fs::create_directories(directory, error);
    (void)writeBatch(directory, {pair});
    tally_.fail(seed, message, {});
  }

  const LockstepOptions& options_;
  Tally tally_;
};

}  // namespace
}  // namespace cleave::soundness

int main(int argc, char** argv) {
  using namespace cleave::soundness;
  LockstepOptions options;
  options.count = 300;
  CLI::App app("checks that runs which execute no change are in lock-step");
  app.add_option("--seed", options.seed, "the first seed; each pair has its own")->capture_default_str();
  app.add_option("--count", options.count, "pairs")->capture_default_str();
  app.add_option("--minutes", options.minutes, "go on for so long instead");
  app.add_option("--jobs", options.jobs)->capture_default_str();
  app.add_option("--batch", options.batch, "pairs per file")->capture_default_str();
  app.add_option("--keep", options.keep, "directory for failing pairs")->capture_default_str();
  app.add_option("--inputs", options.inputs, "inputs per pair")->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  return Campaign(options).run();
}
