#include "command_reduce.h"

#include <iostream>

#include "report/reduction.h"
#include "sources_options.h"
#include "support/temp_dir.h"
#include "support/text.h"
#include "terminal.h"

namespace cleave::tools {

ReduceCommand::ReduceCommand(CLI::App& app)
    : command_(app.add_subcommand("reduce", "which tests are enough: one for each way in which the output is computed")) {
  command_->add_option("files", files_, "one version: FILE; or two: BEFORE AFTER, then one test for each differential partition")
      ->required()
      ->expected(1, 2);
  command_->add_option("--cflags", flags_, "compiler flags, as one word");
  command_->add_option("--entry", entries_, "the function that the tests call")->expected(1);
  command_->add_option("--tests", tests_, "the tests: a JSON file with a list of inputs, or a result of cleave")->required();
  command_->add_option("--write", write_, "write the tests that are kept to this file");
  common_.addTo(*command_, "--observe,--output");
  command_->add_flag("--json", json_, "print the result as one JSON document");
  command_->add_flag("--all", all_, "print long conditions in full");
}

Expected<driver::ReduceOptions> ReduceCommand::options(const char* argv0) const {
  driver::ReduceOptions options;
  options.before = {{files_[0]}, splitWords(flags_)};
  if (files_.size() == 2) options.after = {{files_[1]}, splitWords(flags_)};
  if (files_.size() == 1 && entries_.empty()) return Error{"say which function the tests call: --entry f"};
  if (Status wrong = common_.read(argv0, options)) return *wrong;
  const Expected<std::string> document = readFile(tests_);
  if (!document) return document.error();
  auto tests = driver::parseTests(*document, tests_);
  if (!tests) return tests.error();
  options.entries = entries_;
  options.tests = tests.take();
  return options;
}

int ReduceCommand::run(const char* argv0, const StopFlag* stop) {
  const Expected<driver::ReduceOptions> asked = options(argv0);
  if (!asked) return complain(asked.error());
  driver::Listeners listeners;
  listeners.warnings = [](const std::string& text) { std::cerr << text; };
  const Expected<result::Reduction> reduction = driver::reduce(*asked, listeners, stop);
  if (!reduction) return complain(reduction.error());
  if (!write_.empty())
    if (Status failed = writeFile(write_, report::keptTests(*reduction))) return complain(*failed);
  std::cout << (json_ ? report::toJson(*reduction) + "\n" : report::toText(*reduction, textOptions(all_))) << std::flush;
  return 0;
}

}  // namespace cleave::tools
