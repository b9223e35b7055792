#include "command_diff.h"

#include <iostream>

#include <unistd.h>

#include "exit_status.h"
#include "progress_line.h"
#include "report/json.h"
#include "report/text.h"
#include "terminal.h"

namespace cleave::tools {

DiffCommand::DiffCommand(CLI::App& app) : command_(app.add_subcommand("diff", "which inputs behave differently, which provably do not")) {
  sources_.addTo(*command_);
  command_
      ->add_option("--entry", entries_,
                   "function to compare (repeatable; C++ also as ns::f(int)); default: every function that may behave differently")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  common_.addTo(*command_);
  command_->add_option("--strategy", strategy_, "prv: both versions; dart: all paths of after; express: only those that execute a change")
      ->capture_default_str();
  command_
      ->add_option("--granularity", granularity_,
                   "what makes a partition: differential (ways in which the changes show or not), output (ways in which the output is "
                   "computed), path")
      ->capture_default_str();
  command_->add_option("--out", output_, "directory for result.json and partitions.jsonl")->capture_default_str();
  command_->add_flag("--json", json_, "print the result as one JSON document");
  command_->add_flag("--no-native", noNative_, "do not replay differences natively; nothing is confirmed then");
  command_->add_flag("--no-progress", noProgress_, "no live line on a terminal");
  command_->add_flag("--all", all_, "print every partition, however many there are");
  command_->add_flag("--no-optimizer-proof", noOptimizerProof_,
                     "explore also what LLVM's optimiser makes into the same code (that is a proof, and takes a moment)");
  command_->add_option("--without-rule", withoutRules_, "unsound: leave a rule out, to see that tests notice")->group("")->expected(1);
  command_->add_flag("--explore-unchanged", exploreUnchanged_,
                     "explore a named entry even if its code is the same in both versions (a self-check)");
}

Expected<driver::DiffOptions> DiffCommand::options(const char* argv0) const {
  driver::DiffOptions options;
  auto sources = sources_.sources();
  if (!sources) return sources.error();
  std::tie(options.before, options.after) = *sources;
  auto strategy = driver::parseStrategy(strategy_);
  if (!strategy) return strategy.error();
  auto granularity = driver::parseGranularity(granularity_);
  if (!granularity) return granularity.error();
  if (Status wrong = common_.read(argv0, options)) return *wrong;
  options.entries = entries_;
  options.pairs = sources_.pairs();
  options.explore.strategy = *strategy;
  options.explore.granularity = *granularity;
  for (const std::string& rule : withoutRules_)
    if (!options.explore.rules.disable(rule)) return Error{"--without-rule: there is no rule '" + rule + "'"};
  options.native = !noNative_;
  options.optimizerProof = !noOptimizerProof_;
  options.exploreUnchanged = exploreUnchanged_;
  options.output = output_;
  return options;
}

int DiffCommand::run(const char* argv0, const StopFlag* stop) {
  Expected<driver::DiffOptions> asked = options(argv0);
  if (!asked) return complain(asked.error());
  ProgressLine line(!noProgress_ && ::isatty(STDERR_FILENO) != 0);
  driver::Listeners listeners;
  listeners.warnings = [](const std::string& text) { std::cerr << text; };
  listeners.progress = [&](const std::string& entry, const explore::Progress& progress) { line.show(entry, progress); };
  Expected<result::Result> result = driver::diff(*asked, listeners, stop);
  line.clear();
  if (!result) return complain(result.error());
  if (json_) {
    std::cout << report::toJson(*result) << std::endl;
  } else {
    std::cout << report::toText(*result, textOptions(all_)) << std::flush;
  }
  return statusOf(result::overall(*result));
}

}  // namespace cleave::tools
