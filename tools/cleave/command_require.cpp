#include "commands.h"
#include "driver/require.h"
#include "driver/require_tests.h"
#include "progress_line.h"
#include "project_words.h"
#include "report/require.h"
#include "shared_options.h"
#include "support/temp_dir.h"
#include "terminal.h"

namespace cleave::tools {

namespace {

class Require : public Command {
 public:
  Require()
      : Command("require", "what the tests of a change must exercise",
                "Exit status: 0 all requirements that can be are satisfied, 1 some are not, 2 bad usage, or a build failed, 3 some are "
                "undecided, 70 internal error.") {}

  void describe(CommandLine& line) override {
    shared_.addVersions(line);
    projects_.addTo(line);
    line.text("--tests", tests_,
              "how the tests of after are run, where it was built; one with {} is given a name: --tests 'ctest --test-dir out'");
    line.text(
        "--test-list", testList_,
        "how tests are told apart: ctest, gtest, or a command that prints their names (default: ctest, if --tests is; else by process)");
    line.textOr("--select", select_, "list",
                "print only the tests that come to a change, in the order to run them; `--select ctest`: as an expression for ctest -R");
    line.flag("--no-later", noLater_, "do not run the tests on after without the change as well, to see what later calls do");
    line.repeated("--only", only_, "look at changes in this function or file only (repeatable)");
    line.text("--distance", distance_, "steps of dependence from a change up to which statements are looked at; 0: the change itself");
    line.positive("--unwind", iterations_, "iterations of loops between a change and a statement");
    line.positive("--statements", statements_, "affected statements of a change that are looked at");
    line.flag("--augment", augment_,
              "search tests for what no test satisfies, or prove that there are none; they are written to tests in --out");
    line.positive("--depth", depth_, "iterations of loops of such a test");
    shared_.addExploration(line);
    line.text("--total-budget", totalBudget_,
              "time for all changes together (10m), builds and tests included, which are not cut short; without it each has its own");
    line.text("--out", output_, "directory for require.json, and for tests that are found");
    line.flag("--json", json_, "print the result as one JSON document");
    line.flag("--all", all_, "list every requirement, also those that are satisfied and those that cannot be");
    line.flag("--no-progress", noProgress_, "no live line on a terminal");
    line.group("");
    line.repeated("--fault", faults_, "for tests: the search for tests of the changes of a function fails (f=internal, crash, memory)");
  }

  bool wants(const std::string& option) const override { return projects_.wants(option, shared_.files()); }

  Expected<int> run(const Invocation& invocation) override {
    const Expected<driver::RequireOptions> asked = options(invocation);
    if (!asked) return asked.error();
    ProgressLine progress(!noProgress_);
    const Expected<result::RequireResult> found = driver::require(*asked, progress.listeners(), invocation.stop);
    progress.clear();
    if (!found) return found.error();
    std::error_code failure;
    std::filesystem::create_directories(output_, failure);
    if (Status failed = writeFile(std::filesystem::path(output_) / "require.json", report::toJson(*found))) return *failed;
    print(!select_.empty() ? selected(*found) : json_ ? report::toJson(*found) : report::toText(*found, textOptions(all_)));
    return statusOf(*found);
  }

 private:
  std::string selected(const result::RequireResult& found) const {
    std::vector<std::string> names;
    for (const result::TestRun& test : found.tests)
      if (!test.changes.empty()) names.push_back(test.name);
    if (select_ == "ctest") return driver::ctestExpression(names) + "\n";
    std::string text;
    for (const std::string& name : names) text += name + "\n";
    return text;
  }

  int statusOf(const result::RequireResult& found) const {
    using result::RequirementFate;
    const bool isUnknown = found.isInterrupted && !found.isMeasured && !tests_.empty();  // what the tests satisfy
    if (isUnknown) return kInconclusive;
    if (found.count(RequirementFate::Unsatisfied) + found.count(RequirementFate::Open) != 0) return kDifferent;
    bool isOpen = found.isInterrupted || found.count(RequirementFate::Undecided) != 0;
    for (const result::RequireChange& change : found.changes) {
      isOpen = isOpen || (!change.failure.empty() && !change.isOneSided) || change.left != 0;
      for (const result::AffectedStatement& statement : change.statements) isOpen = isOpen || !statement.reason.empty();
    }
    return isOpen ? kInconclusive : kEquivalent;
  }

  Expected<int> number(const std::string& text) const {
    if (text.size() != 1 || text[0] < '0' || text[0] > '9') return Error{"--distance is a number from 0 to 9, not '" + text + "'"};
    return text[0] - '0';
  }

  Expected<driver::RequireOptions> options(const Invocation& invocation) const {
    driver::RequireOptions options;
    const Expected<int> distance = number(distance_);
    if (!distance) return distance.error();
    if (!select_.empty() && select_ != "list" && select_ != "ctest") return Error{"--select is list or ctest, not '" + select_ + "'"};
    if (tests_.empty() && !(select_ + testList_).empty()) return Error{"say how the tests are run: --tests 'make check'"};
    if (!tests_.empty() && !projects_.isAsked(shared_.files()))
      return Error{"tests are run on projects: give directories or revisions, and --build"};
    if (projects_.isAsked(shared_.files())) {
      if (Status wrong = projects_.check(shared_)) return *wrong;
      options.projects = projects_.options(shared_.files(), invocation);
    } else if (Status wrong = shared_.readVersions(options)) {
      return *wrong;
    }
    if (Status wrong = shared_.read(invocation, options)) return *wrong;
    if (!totalBudget_.empty()) {
      const Expected<Seconds> total = driver::parseDuration(totalBudget_);
      if (!total || total->count() <= 0) return Error{"--total-budget is a time, like 10m, not '" + totalBudget_ + "'"};
      options.totalBudget = *total;
    }
    options.pairs = shared_.pairs();
    options.distance = static_cast<unsigned>(*distance);
    options.iterations = static_cast<unsigned>(iterations_);
    options.statements = static_cast<unsigned>(statements_);
    options.output = output_;
    options.tests = tests_;
    options.only = only_;
    options.testList = testList_;
    options.augments = augment_;
    options.measuresLater = !noLater_;
    options.faults = faults_;
    options.depth = static_cast<unsigned>(depth_);
    const std::filesystem::path beside = options.models.parent_path();
    options.plugin = beside / "cleave-probes.so";
    options.runtime = beside / "cleave-probes.o";
    return options;
  }

  SharedOptions shared_;
  ProjectWords projects_;
  std::string distance_ = "2", tests_, testList_, select_, totalBudget_;
  uint64_t iterations_ = 3, statements_ = 40, depth_ = 8;
  std::vector<std::string> only_, faults_;
  std::string output_ = "cleave.out";
  bool augment_ = false, noLater_ = false, json_ = false, all_ = false, noProgress_ = false;
};

}  // namespace

std::unique_ptr<Command> makeRequire() { return std::make_unique<Require>(); }

}  // namespace cleave::tools
