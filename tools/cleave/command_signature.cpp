#include "command_signature.h"

#include <iostream>

#include <unistd.h>

#include "exit_status.h"
#include "progress_line.h"
#include "report/signature.h"
#include "sources_options.h"
#include "support/text.h"
#include "terminal.h"

namespace cleave::tools {

SignatureCommand::SignatureCommand(CLI::App& app)
    : command_(app.add_subcommand("signature", "every way in which a function computes its output, with the condition for each")) {
  command_->add_option("files", files_, "the files of the version; with --compare: BEFORE AFTER")->required()->expected(1, -1);
  command_->add_flag("--compare", compare_, "the signatures of two versions side by side: rows that stayed, changed, went, came");
  command_->add_option("--cflags", flags_, "compiler flags, as one word");
  command_->add_option("--entry", entries_, "the function (repeatable; C++ also as ns::f(int))")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  common_.addTo(*command_, "--observe,--output");
  command_->add_option("--strategy", strategy_, "output: by what the output relies on; dart: all paths")->capture_default_str();
  command_->add_flag("--count-paths", countPaths_, "walk all paths in addition, to tell how many each row stands for");
  command_->add_option("--as", as_, "table; contracts (pre- and postconditions as ACSL-like comments); assertions (a C function); smt2")
      ->capture_default_str();
  command_->add_option("--out", output_, "directory for the rows and the proof of coverage as SMT-LIB2");
  command_->add_flag("--json", json_, "print the result as one JSON document");
  command_->add_flag("--all", all_, "print every row, however many there are");
  command_->add_flag("--no-progress", noProgress_, "no live line on a terminal");
}

Expected<driver::SignatureOptions> SignatureCommand::options(const char* argv0) const {
  driver::SignatureOptions options;
  options.before = {files_, splitWords(flags_)};
  if (compare_) {
    if (files_.size() != 2) return Error{"--compare: give two versions, BEFORE AFTER"};
    options.before.files = {files_[0]};
    options.after = {{files_[1]}, splitWords(flags_)};
  }
  if (as_ != "table" && as_ != "contracts" && as_ != "assertions" && as_ != "smt2")
    return Error{"--as: '" + as_ + "' is none of table, contracts, assertions, smt2"};
  if (compare_ && as_ != "table") return Error{"--as " + as_ + " is for one version, not for --compare"};
  if (Status wrong = common_.read(argv0, options)) return *wrong;
  options.explore.granularity = explore::Granularity::Output;
  if (strategy_ == "dart") {
    options.explore.strategy = explore::Strategy::Dart;
  } else if (strategy_ != "output") {
    return Error{"--strategy: '" + strategy_ + "' is neither output nor dart"};
  }
  options.entries = entries_;
  options.output = output_;
  options.compare = compare_;
  options.countPaths = countPaths_;
  options.evidence = !output_.empty();
  return options;
}

Expected<std::string> SignatureCommand::text(const result::SignatureResult& result) const {
  if (json_) return report::toJson(result) + "\n";
  std::string text;
  if (as_ == "table") return report::toText(result, textOptions(all_));
  for (const result::Signature& each : result.signatures) {
    const std::string part = as_ == "contracts"    ? report::toContracts(each)
                             : as_ == "assertions" ? report::toAssertions(each)
                                                   : driver::smtSignature(each);
    if (part.empty())
      return Error{"--as assertions: " + each.entry + " does not compute a result from scalar parameters alone; try --as contracts"};
    text += part;
  }
  return text;
}

int SignatureCommand::run(const char* argv0, const StopFlag* stop) {
  const Expected<driver::SignatureOptions> asked = options(argv0);
  if (!asked) return complain(asked.error());
  ProgressLine line(!noProgress_ && ::isatty(STDERR_FILENO) != 0);
  driver::Listeners listeners;
  listeners.warnings = [](const std::string& text) { std::cerr << text; };
  listeners.progress = [&](const std::string& entry, const explore::Progress& progress) { line.show(entry, progress); };
  const Expected<result::SignatureResult> result = driver::signature(*asked, listeners, stop);
  line.clear();
  if (!result) return complain(result.error());
  const Expected<std::string> shown = text(*result);
  if (!shown) return complain(shown.error());
  std::cout << *shown << std::flush;
  const auto isWhole = [](const result::Signature& each) { return each.exhaustive; };
  const bool whole = std::all_of(result->signatures.begin(), result->signatures.end(), isWhole) &&
                     std::all_of(result->pairs.begin(), result->pairs.end(),
                                 [&](const result::SignaturePair& pair) { return isWhole(pair.before) && isWhole(pair.after); });
  if (!whole) return kInconclusive;
  const auto differs = [](const result::RowPair& row) { return row.fate != result::RowFate::Stayed; };
  const bool different = std::any_of(result->pairs.begin(), result->pairs.end(), [&](const result::SignaturePair& pair) {
    return std::any_of(pair.rows.begin(), pair.rows.end(), differs);
  });
  return different ? kDifferent : 0;
}

}  // namespace cleave::tools
