#include <algorithm>

#include "commands.h"
#include "driver/explain.h"
#include "report/explanation.h"
#include "shared_options.h"
#include "terminal.h"

namespace cleave::tools {

namespace {

class Explain : public Command {
 public:
  Explain() : Command("explain", "why an input behaves differently: branches, values, parts of the change") {}

  void describe(CommandLine& line) override {
    shared_.addVersions(line);
    shared_.addEntry(line, "the function");
    line.text("--test", test_, "the input: a JSON file, an object like '{\"i\": 0}', or the id of a partition of an earlier result");
    line.listed("--input", input_, "the input as words: i=0,j=1 (others are zero)");
    line.text("--out", output_, "the directory with the earlier result");
    shared_.addExploration(line);
    line.text("--conditions", conditions_, "slice: of what the difference relies on; path: of whole paths");
    line.flag("--no-causes", noCauses_, "do not build hybrids of the versions to confirm which parts of the change are the cause");
    shared_.addUnsafeNative(line);
    line.flag("--json", json_, "print the result as one JSON document");
    line.flag("--all", all_, "every branch that could be the cause, not only the best five");
  }

  Expected<int> run(const Invocation& invocation) override {
    const Expected<driver::ExplainOptions> asked = options(invocation);
    if (!asked) return asked.error();
    const Expected<result::Explanation> explanation = driver::explain(*asked, printWarnings(), invocation.stop);
    if (!explanation) return explanation.error();
    print(json_ ? report::toJson(*explanation) + "\n" : report::toText(*explanation, textOptions(all_)));
    return explanation->differs ? kDifferent : kEquivalent;
  }

 private:
  Expected<driver::TestInput> test() const {
    if (test_.empty() == input_.empty()) return Error{"give an input to explain: --test FILE, --test ID or --input i=0,j=1"};
    if (!input_.empty()) return driver::inputOfWords(input_);
    const bool isId = std::all_of(test_.begin(), test_.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
    const std::string file = isId ? output_ + "/result.json" : test_;
    const Expected<std::vector<driver::TestInput>> tests = driver::readTests(file);
    if (!tests) return tests.error();
    if (isId) return partition(*tests, file);
    if (tests->size() != 1) return Error{file + " has " + std::to_string(tests->size()) + " inputs; one is explained at a time"};
    return tests->front();
  }

  Expected<driver::TestInput> partition(const std::vector<driver::TestInput>& tests, const std::string& file) const {
    const auto isIt = [&](const driver::TestInput& each) { return each.name == "partition " + test_; };
    const auto found = std::find_if(tests.begin(), tests.end(), isIt);
    if (found == tests.end()) return Error{file + " has no partition " + test_};
    if (std::count_if(tests.begin(), tests.end(), isIt) > 1)
      return Error{file + " has several functions with a partition " + test_ + "; give the input by --input or --test FILE"};
    return *found;
  }

  Expected<driver::ExplainOptions> options(const Invocation& invocation) const {
    driver::ExplainOptions options;
    if (Status wrong = shared_.readVersions(options)) return *wrong;
    Expected<driver::TestInput> asked = test();
    if (!asked) return asked.error();
    if (conditions_ != "slice" && conditions_ != "path") return Error{"--conditions: '" + conditions_ + "' is neither slice nor path"};
    if (Status wrong = shared_.read(invocation, options)) return *wrong;
    options.test = asked.take();
    options.paths = conditions_ == "path";
    options.causes = !noCauses_;
    if (all_) options.branches = 0;
    return options;
  }

  SharedOptions shared_;
  std::string test_;
  std::vector<std::string> input_;
  std::string output_ = "cleave.out";
  std::string conditions_ = "slice";
  bool noCauses_ = false;
  bool json_ = false;
  bool all_ = false;
};

}  // namespace

std::unique_ptr<Command> makeExplain() { return std::make_unique<Explain>(); }

}  // namespace cleave::tools
