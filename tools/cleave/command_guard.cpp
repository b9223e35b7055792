#include "commands.h"
#include "driver/guard.h"
#include "progress_line.h"
#include "project_words.h"
#include "report/guard.h"
#include "shared_options.h"
#include "support/temp_dir.h"
#include "terminal.h"

namespace cleave::tools {

namespace {

class Guard : public Command {
 public:
  Guard()
      : Command("guard", "properties that the tests show and that held, and no longer do",
                "Exit status: 0 none is violated, 1 some are, 2 bad usage, or a build or test failed, 3 some are undecided, 70 internal error.") {}

  void describe(CommandLine& line) override {
    shared_.addVersions(line);
    projects_.addTo(line);
    line.text("--tests", tests_, "how the tests are run, where the project was built: --tests 'make check'");
    line.text("--after-tests", afterTests_, "how those of after are run (default: as those of before)");
    line.repeated("--from", from_, "function whose inputs proofs start from (repeatable; default: changed functions and their callers)");
    line.positive("--unwind", iterations_, "iterations of loops, and depth of recursion, up to which proofs go");
    line.positive("--scope", scope_, "how many calls away from a changed function variables are watched");
    shared_.addExploration(line);
    shared_.addUnsafeNative(line);
    line.positive("--jobs,-j", jobs_, "functions that are looked at at a time (default: as many as there are cores)");
    line.text("--out", output_, "directory for guard.json");
    line.flag("--json", json_, "print the result as one JSON document");
    line.flag("--all", all_, "list every property");
    line.flag("--no-progress", noProgress_, "no live line on a terminal");
  }

  Expected<int> run(const Invocation& invocation) override {
    const Expected<driver::GuardOptions> asked = options(invocation);
    if (!asked) return asked.error();
    ProgressLine progress(!noProgress_);
    const Expected<result::GuardResult> found = driver::guard(*asked, progress.listeners(), invocation.stop);
    progress.clear();
    if (!found) return found.error();
    std::error_code failure;
    std::filesystem::create_directories(output_, failure);
    if (Status failed = writeFile(std::filesystem::path(output_) / "guard.json", report::toJson(*found))) return *failed;
    print(json_ ? report::toJson(*found) : report::toText(*found, textOptions(all_)));
    if (found->count(result::PropertyFate::Violated) != 0) return kDifferent;
    return found->count(result::PropertyFate::Open) != 0 ? kInconclusive : kEquivalent;
  }

 private:
  Expected<driver::GuardOptions> options(const Invocation& invocation) const {
    driver::GuardOptions options;
    if (Status wrong = projects_.check(shared_)) return *wrong;
    if (tests_.empty()) return Error{"say how the tests are run: --tests 'make check'"};
    if (Status wrong = shared_.read(invocation, options)) return *wrong;
    options.projects = *projects_.options(shared_.files(), invocation);
    options.pairs = shared_.pairs();
    options.tests = {tests_, afterTests_.empty() ? tests_ : afterTests_};
    options.from = from_;
    options.iterations = static_cast<unsigned>(iterations_);
    options.scope = static_cast<unsigned>(scope_);
    options.jobs = static_cast<unsigned>(jobs_);
    options.output = output_;
    const std::filesystem::path beside = options.models.parent_path();
    options.plugin = beside / "cleave-probes.so";
    options.runtime = beside / "cleave-probes.o";
    return options;
  }

  SharedOptions shared_;
  ProjectWords projects_;
  std::string tests_, afterTests_;
  std::vector<std::string> from_;
  uint64_t iterations_ = 5, scope_ = 1, jobs_ = 0;
  std::string output_ = "cleave.out";
  bool json_ = false, all_ = false, noProgress_ = false;
};

}  // namespace

std::unique_ptr<Command> makeGuard() { return std::make_unique<Guard>(); }

}  // namespace cleave::tools
