#include "commands.h"
#include "driver/history.h"
#include "intended_options.h"
#include "progress_line.h"
#include "project_words.h"
#include "report/history.h"
#include "shared_options.h"
#include "terminal.h"

namespace cleave::tools {

namespace {

// What both commands take.
class HistoryCommand : public Command {
 public:
  using Command::Command;

 protected:
  void describeCommon(CommandLine& line) {
    line.text("--build", build_, "how each revision is built, in a copy (default: compile_commands.json says how files are compiled)");
    line.text("--program", program_, "only this program or library (default: all that differ)");
    shared_.addExploration(line);
    line.text("--cache", cache_, "a file of answers that are remembered; none: no answer is (default: one in the git directory)");
    line.flag("--json", json_, "print the result as one JSON document");
    line.flag("--no-progress", noProgress_, "no live line on a terminal");
    line.flag("--no-native", noNative_, "do not replay differences natively; nothing is confirmed then");
    shared_.addUnsafeNative(line);
  }

  Status readCommon(const Invocation& invocation, driver::HistoryOptions& options) const {
    if (Status wrong = shared_.read(invocation, options)) return wrong;
    const std::optional<std::filesystem::path> ownCache = cacheOfRepository();
    if (!ownCache) return Error{"this is no git repository: go to a directory of one"};
    options.native = !noNative_;
    options.projects.builds = {build_, build_};
    options.projects.program = program_;
    options.projects.cleave = invocation.executable;
    if (cache_ != "none") options.cache = cache_.empty() ? *ownCache : std::filesystem::path(cache_);
    return std::nullopt;
  }

  // Rows are shown as they come; with --json all at the end.
  driver::RowListener shown(ProgressLine& progress) const {
    if (json_) return {};
    return [&progress, text = textOptions(false)](const result::HistoryRow& row) {
      progress.clear();
      print(report::lineOf(row, text));
    };
  }

  SharedOptions shared_;
  std::string build_, program_, cache_;
  bool json_ = false, noProgress_ = false, noNative_ = false;
};

class Log : public HistoryCommand {
 public:
  Log() : HistoryCommand("log", "what each revision of a git repository did to behaviour",
                         "Exit status: 0 the revisions were looked at, 2 bad usage or input.") {}

  void describe(CommandLine& line) override {
    line.text("range", range_, "A..B, or one revision: all up to it (default: HEAD)");
    line.text("-L,--function", function_, "only this function, and revisions that touched it");
    line.number("-n,--number", most_, "only so many revisions, the last ones (0: all)");
    describeCommon(line);
  }

  Expected<int> run(const Invocation& invocation) override {
    driver::HistoryOptions options;
    if (Status wrong = readCommon(invocation, options)) return *wrong;
    options.range = range_;
    options.most = most_;
    if (!function_.empty()) options.entries = {function_};
    ProgressLine progress(!noProgress_);
    const Expected<result::History> history = driver::log(options, progress.listeners(), shown(progress), invocation.stop);
    progress.clear();
    if (!history) return history.error();
    print(json_ ? report::toJson(*history) : report::toText(*history));
    return kEquivalent;
  }

 private:
  std::string range_ = "HEAD", function_;
  uint64_t most_ = 0;
};

class Bisect : public HistoryCommand {
 public:
  Bisect() : HistoryCommand("bisect", "the first revision that behaves otherwise than a good one",
                            "Exit status: 0 the bad one behaves as the good one, 1 found, 2 bad usage or input, 3 which of several cannot be told.") {}

  void describe(CommandLine& line) override {
    line.text("range", range_, "GOOD..BAD");
    shared_.addEntry(line, "the function (default: any)");
    intended_.addTo(line);
    line.listed("--input", input_, "on this input: i=0,j=1 (others are zero); default: on any");
    line.text("--test", test_, "on this input, as JSON: a file, or an object like '{\"i\": 0}'");
    describeCommon(line);
  }

  Expected<int> run(const Invocation& invocation) override {
    driver::HistoryOptions options;
    if (range_.find("..") == std::string::npos) return Error{"give two revisions as GOOD..BAD"};
    if (Status wrong = readCommon(invocation, options)) return *wrong;
    options.range = range_;
    if (Status wrong = intended_.read(options)) return *wrong;
    if (!options.intended.empty() && options.entries.empty()) return Error{"--intend speaks of one function: say which with --entry"};
    if (Status wrong = readInput(options)) return *wrong;
    ProgressLine progress(!noProgress_);
    const Expected<result::Bisection> found = driver::bisect(options, progress.listeners(), shown(progress), invocation.stop);
    progress.clear();
    if (!found) return found.error();
    print(json_ ? report::toJson(*found) : report::toText(*found, textOptions(false)));
    return found->first.empty() ? kEquivalent : found->first.size() == 1 ? kDifferent : kInconclusive;
  }

 private:
  Status readInput(driver::HistoryOptions& options) const {
    if (!input_.empty() && !test_.empty()) return Error{"give either --input or --test"};
    if (input_.empty() && test_.empty()) return std::nullopt;
    if (options.entries.empty()) return Error{"an input is of one function: say which with --entry"};
    if (!input_.empty()) {
      Expected<driver::TestInput> test = driver::inputOfWords(input_);
      if (!test) return test.error();
      options.test = test.take();
      return std::nullopt;
    }
    const Expected<std::vector<driver::TestInput>> tests = driver::readTests(test_);
    if (!tests) return tests.error();
    if (tests->size() != 1) return Error{test_ + " has " + std::to_string(tests->size()) + " inputs; give one"};
    options.test = tests->front();
    return std::nullopt;
  }

  IntendedOptions intended_;
  std::string range_, test_;
  std::vector<std::string> input_;
};

}  // namespace

std::unique_ptr<Command> makeLog() { return std::make_unique<Log>(); }
std::unique_ptr<Command> makeBisect() { return std::make_unique<Bisect>(); }

}  // namespace cleave::tools
