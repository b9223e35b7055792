#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <set>

#include <fmt/format.h>

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

namespace fs = std::filesystem;

class Guard : public Command {
 public:
  Guard()
      : Command("guard", "properties that the tests show and that held, and no longer do",
                "Exit status: 0 none is violated, 1 some are, 2 bad usage, or a build or test failed, 3 some are undecided, 70 internal "
                "error.") {}

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
    line.text("--emit-asserts", asserts_, "directory for a copy of after with the properties that still hold as assertions");
    line.text("--baseline", baseline_, "file that keeps what is known of before from run to run");
    line.text("--cache", cache_, "directory for what is known of versions (default: in $XDG_CACHE_HOME or ~/.cache)");
    line.flag("--no-cache", noCache_, "look at everything anew");
    line.text("--out", output_, "directory for guard.json");
    line.flag("--json", json_, "print the result as one JSON document");
    line.flag("--all", all_, "list every property");
    line.flag("--trace", trace_, "show every step to a violation, not the last ones alone");
    line.flag("--no-progress", noProgress_, "no live line on a terminal, and no line for each step elsewhere");
  }

  bool wants(const std::string& option) const override { return projects_.wants(option, shared_.files()); }

  Expected<int> run(const Invocation& invocation) override {
    const Expected<driver::GuardOptions> asked = options(invocation);
    if (!asked) return asked.error();
    ProgressLine progress(!noProgress_);
    driver::GuardListeners listeners{progress.listeners(), {}};
    if (!noProgress_ && ::isatty(STDERR_FILENO) == 0) listeners.finished = logStep;
    const Expected<result::GuardResult> found = driver::guard(*asked, listeners, invocation.stop);
    progress.clear();
    if (!found) return found.error();
    std::error_code failure;
    std::filesystem::create_directories(output_, failure);
    if (Status failed = writeFile(std::filesystem::path(output_) / "guard.json", report::toJson(*found))) return *failed;
    print(json_ ? report::toJson(*found) : report::toText(*found, textOptions(all_), trace_));
    if (found->count(result::PropertyFate::Violated) != 0) return kDifferent;
    return found->count(result::PropertyFate::Open) != 0 ? kInconclusive : kEquivalent;
  }

 private:
  // One line for a log.
  static void logStep(const result::GuardStep& step) {
    const std::string time = step.seconds > 0 ? fmt::format(" ({:.1f} s)", step.seconds) : "";
    fmt::print(stderr, "cleave guard: {}: {}{}\n", step.name, step.summary, time);
    std::fflush(stderr);
  }

  bool areFiles() const {
    std::error_code failure;
    const std::vector<std::string>& given = shared_.files();
    return given.size() == 2 && std::ranges::all_of(given, [&](const std::string& each) { return fs::is_regular_file(each, failure); });
  }

  Status readVersions(const Invocation& invocation, driver::GuardOptions& options) const {
    if (!areFiles()) {
      if (Status wrong = projects_.check(shared_)) return wrong;
      options.projects = *projects_.options(shared_.files(), invocation);
      return std::nullopt;
    }
    if (projects_.hasProgram()) return Error{"--program is for projects, not for single files"};
    options.files = {shared_.files()[0], shared_.files()[1]};
    options.projects = projects_.builds(invocation);
    driver::Options flags;
    if (Status wrong = shared_.readVersions(flags)) return wrong;
    if (flags.before.flags != flags.after.flags)
      return Error{"give flags of both files (--cflags), or say how each is built (--before-build, --after-build)"};
    options.flags = flags.after.flags;
    return std::nullopt;
  }

  // What results hang on besides the versions, their builds and their tests: the words of the command line but for those that only tell how
  // and where to show or keep them; and what is in files that they name.
  std::string settings() const {
    static const std::set<std::string> kTakesWord{"--out",   "--cache",       "--baseline", "--emit-asserts", "--jobs",       "-j",
                                                  "--tests", "--after-tests", "--build",    "--before-build", "--after-build"};
    static const std::set<std::string> kFlags{"--json", "--all", "--trace", "--no-progress", "--no-cache"};
    std::ifstream words("/proc/self/cmdline", std::ios::binary);
    std::string text, word;
    std::getline(words, word, '\0');  // ourselves
    while (std::getline(words, word, '\0')) {
      const std::string name = word.substr(0, word.starts_with("--") ? word.find('=') : std::string::npos);
      if (kFlags.contains(name) || std::ranges::find(shared_.files(), word) != shared_.files().end()) continue;
      if (kTakesWord.contains(name) || (word.starts_with("-j") && !word.starts_with("--"))) {
        if (name == word && word != "-j" && word.starts_with("-j")) continue;
        if (name == word) std::getline(words, word, '\0');
        continue;
      }
      text += word + "\n";
      std::error_code failure;
      if (fs::is_regular_file(word, failure))
        if (const Expected<std::string> contents = readFile(word)) text += *contents;
    }
    return text;
  }

  fs::path cacheDirectory() const {
    if (noCache_) return {};
    if (!cache_.empty()) return cache_;
    if (const char* home = std::getenv("XDG_CACHE_HOME"); home != nullptr && *home == '/') return fs::path(home) / "cleave" / "guard";
    if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/') return fs::path(home) / ".cache" / "cleave" / "guard";
    return {};
  }

  Expected<driver::GuardOptions> options(const Invocation& invocation) const {
    driver::GuardOptions options;
    if (Status wrong = readVersions(invocation, options)) return *wrong;
    if (tests_.empty()) return Error{"say how the tests are run: --tests 'make check'"};
    if (Status wrong = shared_.read(invocation, options)) return *wrong;
    options.asserts = asserts_;
    options.baseline = baseline_;
    options.cache = cacheDirectory();
    options.settings = settings();
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
  std::string output_ = "cleave.out", asserts_, baseline_, cache_;
  bool noCache_ = false;
  bool json_ = false, all_ = false, trace_ = false, noProgress_ = false;
};

}  // namespace

std::unique_ptr<Command> makeGuard() { return std::make_unique<Guard>(); }

}  // namespace cleave::tools
