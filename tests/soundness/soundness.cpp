// The brute-force campaign: generated pairs, each claim of `cleave diff` checked natively on every input (or, for wide inputs, on many).
//   soundness --seed 1 --count 300
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "campaign.h"
#include "check_entry.h"
#include "mutate.h"
#include "oracle.h"
#include "support/process.h"
#include "support/temp_dir.h"

namespace cleave::soundness {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

struct SoundnessOptions : CampaignOptions {
  std::string budget = "2s";
  std::string strategy = "prv";
  std::vector<std::string> more;  // for cleave
  unsigned nativePercent = 20;    // of batches with native confirmation
  unsigned identityPercent = 10;  // of pairs that are a program and itself
  unsigned widePercent = 15;      // of pairs with wide inputs, which are sampled
  unsigned floatPercent = 4;      // of pairs that compute with floats
  bool verbose = false;
  fs::path write;                  // only write the pairs there
  double conclusiveAtLeast = 0.3;  // of all pairs; below, the campaign says too little to pass
};

std::string prefixOf(uint64_t seed) { return fmt::format("f_{}", seed); }

struct Case {
  uint64_t seed = 0;
  Pair pair;
  InputSet inputs;
  std::string answers;
};

Case makeCase(uint64_t seed, const SoundnessOptions& options) {
  Random random(seed * 0x9e3779b97f4a7c15 + 1);
  GenOptions generation;
  generation.wideInputs = random.chance(options.widePercent);
  generation.outOfBoundsPercent = 15;
  generation.floatPercent = options.floatPercent;
  Case made;
  made.seed = seed;
  made.pair.before = generate(prefixOf(seed), random, generation);
  if (random.chance(options.identityPercent)) {
    made.pair.after = made.pair.before;
    made.pair.what = "identity";
  } else {
    made.pair.after = mutate(made.pair.before, random, generation, made.pair.what);
    if (random.chance(50)) std::swap(made.pair.before, made.pair.after);
  }
  made.inputs = inputsFor(made.pair.after.entry(), random);
  return made;
}

class Campaign {
 public:
  explicit Campaign(const SoundnessOptions& options) : options_(options), tally_(options, "soundness") {}

  int run() {
    if (!options_.write.empty()) return writeOnly();
    runBatches(options_, [&](const std::vector<uint64_t>& seeds) { runBatch(seeds); });
    uint64_t conclusive = tally_.counted("verdict different") + tally_.counted("verdict equivalent");
    uint64_t all = conclusive + tally_.counted("verdict inconclusive");
    if (all >= 50 && static_cast<double>(conclusive) < options_.conclusiveAtLeast * static_cast<double>(all))
      tally_.fail(options_.seed, fmt::format("only {} of {} pairs were decided: the campaign shows too little", conclusive, all), {});
    return tally_.close();
  }

 private:
  int writeOnly() const {
    fs::create_directories(options_.write);
    std::vector<Pair> pairs;
    for (uint64_t seed = options_.seed; seed < options_.seed + options_.count; ++seed) pairs.push_back(makeCase(seed, options_).pair);
    Expected<BatchFiles> files = writeBatch(options_.write, pairs);
    fmt::print("{}\n", files ? files->before.string() + " " + files->after.string() : files.error().message);
    return files ? 0 : 1;
  }

  void runBatch(const std::vector<uint64_t>& seeds) {
    std::vector<Case> cases;
    for (uint64_t seed : seeds) cases.push_back(makeCase(seed, options_));
    if (std::string problem = process(cases); !problem.empty()) {
      if (cases.size() == 1) return tally_.fail(cases[0].seed, problem, keptFiles(cases[0]));
      for (uint64_t seed : seeds) runBatch({seed});  // find the one
    }
  }

  // Something other than a wrong claim: a crash, a time-out, output that is no JSON. Empty when all went well.
  std::string process(std::vector<Case>& cases) {
    Expected<TempDir> directory = TempDir::create("soundness");
    if (!directory) return directory.error().message;
    std::vector<Pair> pairs;
    for (const Case& c : cases) pairs.push_back(c.pair);
    Expected<BatchFiles> files = writeBatch(directory->path(), pairs);
    if (!files) return files.error().message;
    Json result;
    if (std::string problem = runCleave(directory->path(), *files, cases, result); !problem.empty()) return problem;
    std::vector<InputSet> inputs;
    for (Case& c : cases) {
      if (const Json* entry = entryOf(result, c)) addWitnesses(*entry, c.pair.after.entry(), c.inputs);
      inputs.push_back(c.inputs);
    }
    Expected<std::vector<std::string>> answers = askNatively(directory->path(), pairs, inputs);
    if (!answers) return answers.error().message;
    for (size_t k = 0; k < cases.size(); ++k) {
      cases[k].answers = (*answers)[k];
      judge(cases[k], result);
    }
    return "";
  }

  static const Json* entryOf(const Json& result, const Case& c) {
    for (const Json& entry : result.at("entries"))
      if (entry.value("entry", "") == prefixOf(c.seed)) return &entry;
    return nullptr;
  }

  std::string runCleave(const fs::path& directory, const BatchFiles& files, const std::vector<Case>& cases, Json& result) {
    Random random(cases[0].seed);
    bool native = random.chance(options_.nativePercent);
    ProcessRequest request;
    request.command = {
        CLEAVE_TOOL,          "diff",          files.before.string(), files.after.string(), "--json", "--no-progress",
        "--budget",           options_.budget, "--strategy",          options_.strategy,    "--out",  (directory / "cleave.out").string(),
        "--explore-unchanged"};
    if (!native) request.command.push_back("--no-native");
    for (const Case& c : cases) request.command.insert(request.command.end(), {"--entry", prefixOf(c.seed)});
    request.command.insert(request.command.end(), options_.more.begin(), options_.more.end());
    request.timeLimit = Seconds(600);
    request.outputLimit = uint64_t{1} << 30;
    Expected<ProcessResult> ended = runProcess(request);
    if (!ended) return ended.error().message;
    if (ended->end != ProcessResult::End::Exited || (ended->code != 0 && ended->code != 1 && ended->code != 3))
      return fmt::format("cleave ended with {}: {}", ended->code, ended->errors.substr(0, 2000));
    result = Json::parse(ended->output, nullptr, false);
    return result.is_object() && result.contains("entries") ? "" : "cleave's output is not the JSON it should be";
  }

  void judge(const Case& c, const Json& result) {
    const Json* entry = entryOf(result, c);
    if (entry == nullptr) return tally_.fail(c.seed, "the result lacks the entry", keptFiles(c));
    EntryCheck check = checkEntry(*entry, c.pair.after.entry(), c.inputs, c.answers);
    count(c, *entry, check);
    if (check.failures.empty()) return tally_.pass();
    std::string text = fmt::format("({}) ", c.pair.what);
    for (const std::string& failure : check.failures) text += "\n  " + failure;
    tally_.fail(c.seed, text, keptFiles(c));
  }

  void count(const Case& c, const Json& entry, const EntryCheck& check) {
    tally_.count("verdict " + check.verdict);
    tally_.count("partitions", check.partitions);
    tally_.count("inputs checked", c.inputs.count);
    tally_.count("inputs in a partition", check.covered);
    auto different = static_cast<size_t>(std::ranges::count(c.answers, kDifferent));
    tally_.count(different == 0                  ? "natively equal pairs"
                 : different == c.answers.size() ? "natively different pairs"
                                                 : "natively mixed pairs");
    if (check.verdict == "inconclusive") tally_.count("inconclusive: " + entry.value("reason", "").substr(0, 60));
    if (options_.verbose)
      fmt::print("{} {} ({}) {} partitions, {:.2f} s\n", c.seed, check.verdict, c.pair.what, check.partitions,
                 entry["stats"].value("wall_s", 0.0));
  }

  // The pair alone, as two files.
  std::vector<fs::path> keptFiles(const Case& c) {
    fs::path directory = options_.keep / fmt::format("soundness-{}", c.seed);
    std::error_code error;
    fs::create_directories(directory, error);
    (void)writeBatch(directory, {c.pair});
    return {};
  }

  const SoundnessOptions& options_;
  Tally tally_;
};

}  // namespace
}  // namespace cleave::soundness

int main(int argc, char** argv) {
  using namespace cleave::soundness;
  SoundnessOptions options;
  options.count = 300;
  CLI::App app("checks the claims of `cleave diff` on generated pairs by running every input natively");
  app.add_option("--seed", options.seed, "the first seed; each pair has its own")->capture_default_str();
  app.add_option("--count", options.count, "pairs")->capture_default_str();
  app.add_option("--minutes", options.minutes, "go on for so long instead");
  app.add_option("--jobs", options.jobs)->capture_default_str();
  app.add_option("--batch", options.batch, "pairs per run of cleave")->capture_default_str();
  app.add_option("--keep", options.keep, "directory for failing pairs")->capture_default_str();
  app.add_option("--budget", options.budget, "of each entry")->capture_default_str();
  app.add_option("--strategy", options.strategy)->capture_default_str();
  app.add_option("--native", options.nativePercent, "percentage of batches with native confirmation")->capture_default_str();
  app.add_option("--floats", options.floatPercent, "percentage of pairs that compute with floats")->capture_default_str();
  app.add_option("--cleave-option", options.more, "passed on to cleave")->allow_extra_args(false);
  app.add_option("--write", options.write, "only write the pairs, as before.c and after.c, into this directory");
  app.add_flag("--verbose", options.verbose, "a line per pair");
  CLI11_PARSE(app, argc, argv);
  return Campaign(options).run();
}
