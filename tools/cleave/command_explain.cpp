#include "command_explain.h"

#include <algorithm>
#include <iostream>

#include "exit_status.h"
#include "report/explanation.h"
#include "support/temp_dir.h"
#include "terminal.h"

namespace cleave::tools {

ExplainCommand::ExplainCommand(CLI::App& app)
    : command_(app.add_subcommand("explain", "why an input behaves differently: branches, values, parts of the change")) {
  sources_.addTo(*command_);
  command_->add_option("--entry", entries_, "the function")->expected(1);
  command_->add_option("--test", test_,
                       "the input: a JSON file, an object like '{\"i\": 0}', or the id of a partition of an earlier result");
  command_->add_option("--input", input_, "the input as words: i=0,j=1 (others are zero)")
      ->expected(1)
      ->delimiter(',')
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command_->add_option("--out", output_, "the directory with the earlier result")->capture_default_str();
  common_.addTo(*command_);
  command_->add_option("--conditions", conditions_, "slice: of what the difference relies on; path: of whole paths")->capture_default_str();
  command_->add_flag("--no-causes", noCauses_, "do not build hybrids of the versions to confirm which parts of the change are the cause");
  command_->add_flag("--json", json_, "print the result as one JSON document");
  command_->add_flag("--all", all_, "every branch that could be the cause, not only the best five");
}

Expected<driver::TestInput> ExplainCommand::test() const {
  if (test_.empty() == input_.empty()) return Error{"give an input to explain: --test FILE, --test ID or --input i=0,j=1"};
  if (!input_.empty()) return driver::inputOfWords(input_);
  const bool isId = std::all_of(test_.begin(), test_.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
  const std::string file = isId ? output_ + "/result.json" : test_;
  const bool isInline = test_.starts_with('{');
  const Expected<std::string> document = isInline ? Expected<std::string>(test_) : readFile(file);
  if (!document) return document.error();
  const Expected<std::vector<driver::TestInput>> tests = driver::parseTests(*document, isInline ? "--test" : file);
  if (!tests) return tests.error();
  if (!isId && tests->size() != 1) return Error{file + " has " + std::to_string(tests->size()) + " inputs; one is explained at a time"};
  if (!isId) return tests->front();
  const auto isIt = [&](const driver::TestInput& each) { return each.name == "partition " + test_; };
  const auto found = std::find_if(tests->begin(), tests->end(), isIt);
  if (found == tests->end()) return Error{file + " has no partition " + test_};
  if (std::count_if(tests->begin(), tests->end(), isIt) > 1)
    return Error{file + " has several functions with a partition " + test_ + "; give the input by --input or --test FILE"};
  return *found;
}

Expected<driver::ExplainOptions> ExplainCommand::options(const char* argv0) const {
  driver::ExplainOptions options;
  auto sources = sources_.sources();
  if (!sources) return sources.error();
  std::tie(options.before, options.after) = *sources;
  auto asked = test();
  if (!asked) return asked.error();
  if (conditions_ != "slice" && conditions_ != "path") return Error{"--conditions: '" + conditions_ + "' is neither slice nor path"};
  if (Status wrong = common_.read(argv0, options)) return *wrong;
  options.entries = entries_;
  options.pairs = sources_.pairs();
  options.test = asked.take();
  options.paths = conditions_ == "path";
  options.causes = !noCauses_;
  if (all_) options.branches = 0;
  return options;
}

int ExplainCommand::run(const char* argv0, const StopFlag* stop) {
  const Expected<driver::ExplainOptions> asked = options(argv0);
  if (!asked) return complain(asked.error());
  driver::Listeners listeners;
  listeners.warnings = [](const std::string& text) { std::cerr << text; };
  const Expected<result::Explanation> explanation = driver::explain(*asked, listeners, stop);
  if (!explanation) return complain(explanation.error());
  std::cout << (json_ ? report::toJson(*explanation) + "\n" : report::toText(*explanation, textOptions(all_))) << std::flush;
  return explanation->differs ? kDifferent : kEquivalent;
}

}  // namespace cleave::tools
