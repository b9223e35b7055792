#include "commands.h"
#include "driver/reduce.h"
#include "report/reduction.h"
#include "shared_options.h"
#include "support/temp_dir.h"
#include "terminal.h"

namespace cleave::tools {

namespace {

class Reduce : public Command {
 public:
  Reduce() : Command("reduce", "which tests are enough: one for each way in which the output is computed") {}

  void describe(CommandLine& line) override {
    shared_.addFiles(line, "one version: FILE; or two: BEFORE AFTER, then one test for each differential partition", 2);
    shared_.addEntry(line, "the function that the tests call");
    line.text("--tests", tests_, "the tests: a JSON file with a list of inputs, or a result of cleave", CommandLine::Need::Required);
    line.text("--write", write_, "write the tests that are kept to this file");
    shared_.addExploration(line, "--observe,--output");
    line.flag("--json", json_, "print the result as one JSON document");
    line.flag("--all", all_, "print long conditions in full");
  }

  Expected<int> run(const Invocation& invocation) override {
    const Expected<driver::ReduceOptions> asked = options(invocation);
    if (!asked) return asked.error();
    const Expected<result::Reduction> reduction = driver::reduce(*asked, printWarnings(), invocation.stop);
    if (!reduction) return reduction.error();
    if (!write_.empty())
      if (Status failed = writeFile(write_, report::keptTests(*reduction))) return *failed;
    print(json_ ? report::toJson(*reduction) + "\n" : report::toText(*reduction, textOptions(all_)));
    return 0;
  }

 private:
  Expected<driver::ReduceOptions> options(const Invocation& invocation) const {
    driver::ReduceOptions options;
    if (shared_.fileCount() == 1) {
      shared_.readVersion(options);
    } else if (Status wrong = shared_.readVersions(options)) {
      return *wrong;
    }
    if (Status wrong = shared_.read(invocation, options)) return *wrong;
    if (shared_.fileCount() == 1 && options.entries.empty()) return Error{"say which function the tests call: --entry f"};
    const Expected<std::string> document = readFile(tests_);
    if (!document) return document.error();
    Expected<std::vector<driver::TestInput>> tests = driver::parseTests(*document, tests_);
    if (!tests) return tests.error();
    options.tests = tests.take();
    return options;
  }

  SharedOptions shared_;
  std::string tests_;
  std::string write_;
  bool json_ = false;
  bool all_ = false;
};

}  // namespace

std::unique_ptr<Command> makeReduce() { return std::make_unique<Reduce>(); }

}  // namespace cleave::tools
