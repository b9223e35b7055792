#include <charconv>
#include <fstream>

#include "commands.h"
#include "driver/diff.h"
#include "driver/diff_projects.h"
#include "driver/expected.h"
#include "driver/seeds.h"
#include "intended_options.h"
#include "progress_line.h"
#include "project_words.h"
#include "report/expected.h"
#include "report/json.h"
#include "report/text.h"
#include "shared_options.h"
#include "support/temp_dir.h"
#include "support/text.h"
#include "terminal.h"

namespace cleave::tools {

namespace {

class Diff : public Command {
 public:
  Diff() : Command("diff", "which inputs behave differently, which provably do not") {}

  void describe(CommandLine& line) override {
    shared_.addVersions(line);
    projects_.addTo(line);
    shared_.addEntries(line,
                       "function to compare (repeatable; C++ also as ns::f(int)); default: every function that may behave differently");
    shared_.addExploration(line);
    line.text("--strategy", strategy_, "prv: both versions; dart: all paths of after; express: only those that execute a change");
    line.text("--granularity", granularity_,
              "what makes a partition: differential (ways in which the changes show or not), output (ways in which the output is "
              "computed), path");
    line.number("--merge-after", mergeAfter_,
                "differential: after so many partitions, code that only chooses between values makes no more of them (0: never)");
    line.number("--stage-after", stageAfter_,
                "after so many partitions, or a third of the budget, inputs of small sizes come first (0: never)");
    line.text("--until", until_, "difference: stop an entry at its first confirmed difference");
    line.text("--out", output_, "directory for result.json and partitions.jsonl");
    line.flag("--json", json_, "print the result as one JSON document");
    line.flag("--no-native", noNative_, "do not replay differences natively; nothing is confirmed then");
    shared_.addUnsafeNative(line);
    line.flag("--no-progress", noProgress_, "no live line on a terminal");
    line.flag("--all", all_, "print every partition, however many there are");
    line.flag("--details", details_, "projects: print the partitions of each function, not only a row");
    line.flag("--no-optimizer-proof", noOptimizerProof_,
              "explore also what LLVM's optimiser makes into the same code (that is a proof, and takes a moment)");
    line.repeated("--expected", expected_,
                  "a third version that is known to be right: differences are steps towards it, or away from it (files; a directory or "
                  "revision of projects)");
    intended_.addTo(line);
    intended_.addAccepted(line);
    line.flag("--refines", refines_, "where before is undefined, after may do anything; elsewhere it must show the same");
    line.text("--overflow", overflow_, "what signed overflow does: wrap (as the processor), or undefined (as C says)");
    line.flag("--explore-unchanged", exploreUnchanged_,
              "explore a named entry even if its code is the same in both versions (a self-check)");
    line.positive("--jobs,-j", jobs_, "functions that are compared at a time (default: as many as there are cores)");
    line.text("--memory", memory_, "of each of them: 2G, 500M");
    line.text("--cache", cache_,
              "a file of answers that are remembered; none: no answer is (default: projects in a git repository have one)");
    line.text("--seeds", seeds_,
              "tests to start from: JSON as `cleave tests --format json` writes, for main command lines (.args) and stdin (.in); a file or "
              "a directory");
    line.flag("--resume", resume_, "what an earlier run could not finish in its time goes on from there");
    line.text("--depth", depth_, "callers that are so many calls away from a change are compared, too (default: all)");
    line.text("--total-budget", totalBudget_, "time for all functions together (10m); without it each has its own");
    line.group("");
    line.repeated("--fault", faults_, "for tests: the comparison of a function fails (f=internal, crash, memory, hang)");
    line.text("--large", large_, "for tests: with how many bytes of partitions a result is large");
    line.repeated("--without-rule", withoutRules_, "unsound: leave a rule out, to see that tests notice");
  }

  bool wants(const std::string& option) const override { return projects_.wants(option, shared_.files()); }

  Expected<int> run(const Invocation& invocation) override {
    const Expected<driver::DiffOptions> asked = options(invocation);
    if (!asked) return asked.error();
    ProgressLine progress(!noProgress_);
    const std::optional<driver::ProjectOptions> projects = projects_.options(shared_.files(), invocation);
    if (projects) {
      const auto found = driver::diffProjects(*asked, *projects, progress.listeners(), invocation.stop);
      return finish(found, *asked, projects, progress, invocation);
    }
    const auto found = driver::diff(*asked, progress.listeners(), invocation.stop);
    return finish(found, *asked, projects, progress, invocation);
  }

 private:
  // What was just written need not be made again: there may be hundreds of megabytes.
  template <class Found>
  static bool copiesDocument(const Found& found) {
    if constexpr (requires { found.document; }) {
      std::ifstream document(found.document, std::ios::binary);
      std::string piece(1 << 20, '\0');
      if (found.document.empty() || !document) return false;
      while (document.read(piece.data(), static_cast<std::streamsize>(piece.size())), document.gcount() > 0)
        print(std::string_view(piece).substr(0, static_cast<size_t>(document.gcount())));
      return true;
    }
    return false;
  }

  template <class Found>
  Expected<int> finish(const Expected<Found>& found, const driver::DiffOptions& options,
                       const std::optional<driver::ProjectOptions>& projects, ProgressLine& progress, const Invocation& invocation) const {
    if (!found || expected_.empty()) {
      progress.clear();
      return found ? show(*found) : Expected<int>(found.error());
    }
    const Expected<driver::ExpectedVersion> expected = expectedVersion(options, projects);
    if (!expected) return expected.error();
    const result::WholeEntry whole = [&](size_t entry) { return found->written(entry); };
    const auto steps = driver::stepsTowards(*expected, options, projects, found->result, whole, progress.listeners(), invocation.stop);
    progress.clear();
    if (!steps) return steps.error();
    if (const Status failed = writeFile(options.output / driver::kExpectedFile, report::toJson(*steps) + "\n")) return *failed;
    if (json_) {
      std::string document;
      report::writeJson(found->result, whole, [&](std::string_view text) { document += text; });
      print(report::withExpected(std::move(document), *steps) + "\n");
      return statusOf(result::overall(found->result));
    }
    const Expected<int> status = show(*found);
    print(report::toText(*steps));
    return status;
  }

  Expected<driver::ExpectedVersion> expectedVersion(const driver::DiffOptions& options,
                                                    const std::optional<driver::ProjectOptions>& projects) const {
    driver::ExpectedVersion expected{join(expected_, " "), {expected_, options.after.flags}, std::nullopt};
    if (!projects) return expected;
    if (expected_.size() != 1) return Error{"--expected: give one directory or revision"};
    if (!projects->patch.empty()) return Error{"--expected does not go with --patch: apply it first"};
    expected.projects = *projects;
    expected.projects->places.after = expected_.front();
    return expected;
  }

  template <class Found>
  Expected<int> show(const Found& given) const {
    const Found* found = &given;
    const result::WholeEntry whole = [&](size_t entry) { return found->written(entry); };
    if (json_ && copiesDocument(given)) {
      print("\n");
    } else if (json_) {
      report::writeJson(found->result, whole, [](std::string_view text) { print(text); });
      print("\n");
    } else {
      const report::ShowEntry show = [&](size_t entry, size_t most) { return found->shown(entry, most); };
      report::TextOptions text = textOptions(all_);
      text.summary = requires { found->parts; } && !all_ && !details_;
      print(report::toText(found->result, show, text));
    }
    return statusOf(result::overall(found->result));
  }

  Expected<driver::DiffOptions> options(const Invocation& invocation) const {
    driver::DiffOptions options;
    if (projects_.isAsked(shared_.files())) {
      if (Status wrong = projects_.check(shared_)) return *wrong;
      options.pairs = shared_.pairs();
    } else if (Status wrong = shared_.readVersions(options)) {
      return *wrong;
    }
    const Expected<explore::Strategy> strategy = driver::parseStrategy(strategy_);
    if (!strategy) return strategy.error();
    const Expected<explore::Granularity> granularity = driver::parseGranularity(granularity_);
    if (!granularity) return granularity.error();
    if (Status wrong = shared_.read(invocation, options)) return *wrong;
    if (Status wrong = intended_.read(options)) return *wrong;
    options.explore.strategy = *strategy;
    options.explore.granularity = *granularity;
    options.explore.mergeAfter = mergeAfter_;
    options.explore.stageAfter = stageAfter_;
    if (!until_.empty() && until_ != "difference") return Error{"--until is difference, not '" + until_ + "'"};
    options.explore.untilDifference = !until_.empty();
    for (const std::string& rule : withoutRules_)
      if (!options.explore.rules.disable(rule)) return Error{"--without-rule: there is no rule '" + rule + "'"};
    options.native = !noNative_;
    options.optimizerProof = !noOptimizerProof_;
    options.exploreUnchanged = exploreUnchanged_;
    options.explore.refines = refines_;
    if (overflow_ != "wrap" && overflow_ != "undefined") return Error{"--overflow is wrap or undefined, not '" + overflow_ + "'"};
    options.explore.overflowIsUndefined = overflow_ == "undefined";
    options.output = output_;
    options.resume = resume_;
    if (!seeds_.empty()) {
      Expected<std::vector<driver::TestInput>> seeds = driver::readSeeds(seeds_);
      if (!seeds) return seeds.error();
      options.seeds = seeds.take();
    }
    if (!depth_.empty()) {
      unsigned depth = 0;
      const auto [end, wrong] = std::from_chars(depth_.data(), depth_.data() + depth_.size(), depth);
      if (wrong != std::errc() || end != depth_.data() + depth_.size()) return Error{"--depth: '" + depth_ + "' is no number of calls"};
      options.depth = depth;
    }
    if (cache_.empty() && projects_.isAsked(shared_.files())) {
      options.cache = cacheOfRepository().value_or(std::filesystem::path());
    } else if (cache_ != "none") {
      options.cache = cache_;
    }
    if (resume_ && options.cache.empty()) return Error{"--resume needs a cache of what was found: --cache FILE"};
    options.faults = faults_;
    if (!large_.empty()) {
      const Expected<uint64_t> large = driver::parseSize(large_);
      if (!large) return large.error();
      options.large = *large;
    }
    if (Status wrong = readJobs(options)) return *wrong;
    return options;
  }

  Status readJobs(driver::DiffOptions& options) const {
    if (jobs_ > 1024) return Error{"--jobs: more than 1024 at a time are too many"};
    options.jobs = static_cast<unsigned>(jobs_);
    if (!memory_.empty()) {
      const Expected<uint64_t> bytes = driver::parseSize(memory_);
      if (!bytes) return bytes.error();
      if (*bytes < uint64_t{64} << 20) return Error{"--memory: less than 64M is not enough for anything"};
      options.memory = *bytes;
    }
    if (totalBudget_.empty()) return std::nullopt;
    const Expected<Seconds> total = driver::parseDuration(totalBudget_);
    if (!total) return total.error();
    if (total->count() <= 0) return Error{"--total-budget must be positive"};
    options.totalBudget = *total;
    return std::nullopt;
  }

  SharedOptions shared_;
  IntendedOptions intended_;
  std::vector<std::string> expected_;
  ProjectWords projects_;
  uint64_t jobs_ = 0;
  std::string memory_, totalBudget_, cache_, depth_, large_, seeds_;
  bool resume_ = false;
  std::vector<std::string> faults_;
  std::string strategy_ = "prv";
  std::string granularity_ = "differential";
  std::string until_;
  uint64_t mergeAfter_ = explore::Options().mergeAfter;
  uint64_t stageAfter_ = explore::Options().stageAfter;
  std::string output_ = "cleave.out";
  std::string overflow_ = "wrap";
  std::vector<std::string> withoutRules_;
  bool json_ = false;
  bool noNative_ = false;
  bool noProgress_ = false;
  bool all_ = false;
  bool details_ = false;
  bool noOptimizerProof_ = false;
  bool exploreUnchanged_ = false;
  bool refines_ = false;
};

}  // namespace

std::unique_ptr<Command> makeDiff() { return std::make_unique<Diff>(); }

}  // namespace cleave::tools
