// The brute-force campaign: generated pairs, each claim of `cleave diff` checked natively on every input (or, for wide inputs, on many).
//   soundness --seed 1 --count 300
//   soundness --rules                  # leaving out any rule of what values rely on must be noticed
//   soundness --minutes 30 --reduce    # goes on, and makes failing pairs small
#include <atomic>

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "campaign.h"
#include "pair_check.h"
#include "reduce.h"
#include "vm/rules.h"

namespace cleave::soundness {
namespace {

namespace fs = std::filesystem;

struct SoundnessOptions : CampaignOptions {
  PairOptions pairs;
  bool verbose = false;
  bool reduce = false;
  double reduceSeconds = 120;      // for one pair
  bool stopAtFailure = false;      // the first batch with a failure is the last
  fs::path write;                  // only write the pairs there
  double conclusiveAtLeast = 0.3;  // of all pairs; below, the campaign says too little to pass
  double provedAtLeast = 0.03;     // of all pairs, by the optimizer proof when that is what is checked
};

class Campaign {
 public:
  explicit Campaign(const SoundnessOptions& options) : options_(options), tally_(options, "soundness") {}

  int run() {
    if (!options_.write.empty()) return writeOnly();
    runBatches(options_, [&](const std::vector<uint64_t>& seeds) { runBatch(seeds); });
    if (options_.stopAtFailure) return tally_.close();
    if (options_.pairs.optimizer) {
      const auto least = static_cast<uint64_t>(options_.provedAtLeast * static_cast<double>(options_.count));
      if (options_.count >= 50 && tally_.counted("optimizer proofs") < least)
        tally_.fail(options_.seed, "too few optimizer proofs: the campaign shows too little", {});
      return tally_.close();
    }
    uint64_t conclusive = tally_.counted("verdict different") + tally_.counted("verdict equivalent");
    uint64_t all = conclusive + tally_.counted("verdict inconclusive");
    if (all >= 50 && static_cast<double>(conclusive) < options_.conclusiveAtLeast * static_cast<double>(all))
      tally_.fail(options_.seed, fmt::format("only {} of {} pairs were decided: the campaign shows too little", conclusive, all), {});
    return tally_.close();
  }

  uint64_t wrongClaims() { return tally_.counted("pairs with a wrong claim"); }
  // Where the last batch ended that was run.
  uint64_t nextSeed() const { return nextSeed_; }

 private:
  int writeOnly() const {
    fs::create_directories(options_.write);
    std::vector<Pair> pairs;
    for (uint64_t seed = options_.seed; seed < options_.seed + options_.count; ++seed) pairs.push_back(makeCase(seed, options_.pairs).pair);
    Expected<BatchFiles> files = writeBatch(options_.write, pairs);
    fmt::print("{}\n", files ? files->before.string() + " " + files->after.string() : files.error().message);
    return files ? 0 : 1;
  }

  void runBatch(const std::vector<uint64_t>& seeds) {
    if (options_.stopAtFailure && wrongClaims() > 0) return;
    nextSeed_ = seeds.back() + 1;
    std::vector<Case> cases;
    for (uint64_t seed : seeds) cases.push_back(makeCase(seed, options_.pairs));
    Expected<std::vector<CheckedPair>> checked = checkPairs(cases, options_.pairs);
    if (!checked) {
      if (cases.size() == 1) return fail(cases[0], checked.error().message);
      for (uint64_t seed : seeds) runBatch({seed});  // find the one
      return;
    }
    for (size_t k = 0; k < cases.size(); ++k) judge(cases[k], (*checked)[k]);
  }

  void judge(const Case& c, const CheckedPair& checked) {
    count(c, checked);
    if (checked.check.failures.empty()) return tally_.pass();
    tally_.count("pairs with a wrong claim");
    std::string text = fmt::format("({}) ", c.pair.what);
    for (const std::string& failure : checked.check.failures) text += "\n  " + failure;
    fail(c, text);
  }

  void count(const Case& c, const CheckedPair& checked) {
    const EntryCheck& check = checked.check;
    tally_.count("verdict " + check.verdict);
    if (checked.optimizerProof) tally_.count("optimizer proofs");
    tally_.count("partitions", check.partitions);
    tally_.count("inputs checked", checked.inputs);
    tally_.count("inputs in a partition", check.covered);
    if (checked.inputs > 0)
      tally_.count(checked.different == 0                ? "natively equal pairs"
                   : checked.different == checked.inputs ? "natively different pairs"
                                                         : "natively mixed pairs");
    if (check.verdict == "inconclusive") tally_.count("inconclusive: " + checked.reason.substr(0, 60));
    if (options_.verbose)
      fmt::print("{} {} ({}) {} partitions, {:.2f} s\n", c.seed, check.verdict, c.pair.what, check.partitions, checked.seconds);
  }

  // The pair is kept as two files, and when asked for made small first.
  void fail(const Case& c, const std::string& message) {
    fs::path directory = options_.keep / fmt::format("soundness-{}", c.seed);
    std::error_code error;
    fs::create_directories(directory, error);
    (void)writeBatch(directory, {c.pair});
    tally_.fail(c.seed, message, {});
    if (!options_.reduce || (options_.stopAtFailure && reductions_ > 0)) return;
    ++reductions_;
    const Pair small = reduced(c);
    fs::create_directories(directory / "reduced", error);
    (void)writeBatch(directory / "reduced", {small});
    fmt::print("  reduced from {} to {} lines: {}\n", std::max(linesOf(c.pair.before), linesOf(c.pair.after)),
               std::max(linesOf(small.before), linesOf(small.after)), (directory / "reduced").string());
    std::fflush(stdout);
  }

  Pair reduced(const Case& c) {
    std::vector<std::string> original = kindsOfFailure({c.pair});
    const auto stillFails = [&](const std::vector<Pair>& candidates) {
      std::vector<bool> failing;
      for (const std::string& kind : kindsOfFailure(candidates)) failing.push_back(kind == original[0]);
      return failing;
    };
    if (original[0].empty()) {
      fmt::print("  not reduced: alone it does not fail\n");
      return c.pair;
    }
    const Clock::time_point start = Clock::now();
    return reduce(c.pair, stillFails, [&] { return Seconds(Clock::now() - start).count() < options_.reduceSeconds; });
  }

  // In which way each pair fails; empty where it does not.
  std::vector<std::string> kindsOfFailure(const std::vector<Pair>& pairs) {
    std::vector<Case> cases;
    Random random(1);
    for (const Pair& pair : pairs) cases.push_back({1, pair, inputsFor(pair.after.entry(), random)});
    Expected<std::vector<CheckedPair>> checked = checkPairs(cases, options_.pairs);
    std::vector<std::string> kinds;
    if (checked) {
      for (const CheckedPair& each : *checked) kinds.push_back(each.check.failures.empty() ? "" : failureKind(each.check.failures[0]));
    } else if (pairs.size() == 1) {
      kinds.push_back(failureKind(checked.error().message));
    } else {
      for (const Pair& pair : pairs) kinds.push_back(kindsOfFailure({pair})[0]);
    }
    return kinds;
  }

  const SoundnessOptions& options_;
  Tally tally_;
  std::atomic<uint64_t> nextSeed_ = 0;
  std::atomic<unsigned> reductions_ = 0;
};

// The rules of what a value relies on, each with pairs that need it. Some are needed at one granularity only: at the others, what they say
// is said by the passed checks as well.
struct RuleCase {
  const char* rule;
  const char* profile;
  const char* granularity;
  uint64_t skip = 0;  // so many of the first pairs do not need it
};
constexpr RuleCase kRuleCases[] = {
    {"operands", "loops", "output"},         {"phi", "ends", "output"},
    {"loop-exit", "loops", "output"},        {"stored-since", "memory", "output"},
    {"resolved", "sizes", "output"},         {"store-address", "memory", "differential", 100},
    {"output", "output", "output"},          {"ends", "ends", "output"},
    {"calls", "calls", "differential", 100}, {"clean-inputs", "rewrites", "differential"},
};

static_assert(std::size(kRuleCases) == vm::kRules, "each rule has a case");

// Passes when every rule is missed if left out, and no wrong claim is made on the same pairs when none is.
int runRules(const SoundnessOptions& given) {
  int status = 0;
  for (const RuleCase& each : kRuleCases) {
    SoundnessOptions options = given;
    options.pairs.profile = each.profile;
    options.pairs.granularity = each.granularity;
    options.seed += each.skip;
    options.jobs = 1;
    options.stopAtFailure = true;
    SoundnessOptions without = options;
    without.pairs.more.push_back(fmt::format("--without-rule={}", each.rule));
    without.keep /= each.rule;
    fmt::print("--- without {}\n", each.rule);
    Campaign broken(without);
    broken.run();
    const bool noticed = broken.wrongClaims() > 0;
    options.count = broken.nextSeed() - options.seed;
    fmt::print("--- with all rules\n");
    const bool sound = Campaign(options).run() == 0;
    fmt::print("=== {}: {} within {} pairs; {}\n", each.rule, noticed ? "noticed" : "NOT NOTICED", options.count,
               sound ? "sound with it" : "UNSOUND WITH IT");
    if (!noticed || !sound) status = 1;
  }
  return status;
}

}  // namespace
}  // namespace cleave::soundness

int main(int argc, char** argv) {
  using namespace cleave::soundness;
  SoundnessOptions options;
  options.count = 300;
  options.pairs.tool = CLEAVE_TOOL;
  bool rules = false;
  CLI::App app("checks the claims of `cleave diff` on generated pairs by running every input natively");
  app.add_option("--seed", options.seed, "the first seed; each pair has its own")->capture_default_str();
  app.add_option("--count", options.count, "pairs")->capture_default_str();
  app.add_option("--minutes", options.minutes, "go on for so long instead");
  app.add_option("--jobs", options.jobs)->capture_default_str();
  app.add_option("--batch", options.batch, "pairs per run of cleave")->capture_default_str();
  app.add_option("--keep", options.keep, "directory for failing pairs")->capture_default_str();
  app.add_flag("--reduce", options.reduce, "make failing pairs small");
  app.add_flag("--stop-at-failure", options.stopAtFailure, "end with the first batch that has a failure, and reduce one pair only");
  app.add_option("--budget", options.pairs.budget, "of each entry")->capture_default_str();
  app.add_option("--strategy", options.pairs.strategy)->capture_default_str();
  app.add_option("--native", options.pairs.nativePercent, "percentage of batches with native confirmation")->capture_default_str();
  app.add_option("--floats", options.pairs.floatPercent, "percentage of mixed pairs that compute with floats")->capture_default_str();
  app.add_option("--wide", options.pairs.widePercent, "percentage of mixed pairs with wide inputs")->capture_default_str();
  app.add_flag("--repeat-values", options.pairs.repeatsValues, "places of a program have the values of others");
  app.add_option("--profile", options.pairs.profile, "what the programs are dense in; by seed unless given")
      ->check(CLI::IsMember(std::vector<std::string>(std::begin(kProfileNames), std::end(kProfileNames))));
  app.add_option("--granularity", options.pairs.granularity, "of the partitions")->check(CLI::IsMember({"path", "output", "differential"}));
  app.add_flag("--optimizer", options.pairs.optimizer, "check the optimizer proof: of the exploration only its first steps");
  app.add_flag("--rules", rules, "leave out one rule after the other: each must be missed, within the count");
  app.add_option("--cleave-option", options.pairs.more, "passed on to cleave")->allow_extra_args(false);
  app.add_option("--write", options.write, "only write the pairs, as before.c and after.c, into this directory");
  app.add_flag("--verbose", options.verbose, "a line per pair");
  CLI11_PARSE(app, argc, argv);
  if (options.pairs.optimizer) options.pairs.budget = "10ms";
  return rules ? runRules(options) : Campaign(options).run();
}
