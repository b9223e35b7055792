#include <algorithm>
#include <filesystem>

#include "commands.h"
#include "driver/signature.h"
#include "progress_line.h"
#include "report/signature.h"
#include "shared_options.h"
#include "support/temp_dir.h"
#include "terminal.h"

namespace cleave::tools {

namespace {

bool isWhole(const result::Signature& signature) { return signature.exhaustive; }

bool isWholePair(const result::SignaturePair& pair) { return isWhole(pair.before) && isWhole(pair.after); }

bool differs(const result::SignaturePair& pair) {
  return std::any_of(pair.rows.begin(), pair.rows.end(), [](const result::RowPair& row) { return row.fate != result::RowFate::Stayed; });
}

int statusOf(const result::SignatureResult& result) {
  if (!std::all_of(result.signatures.begin(), result.signatures.end(), isWhole)) return kInconclusive;
  if (!std::all_of(result.pairs.begin(), result.pairs.end(), isWholePair)) return kInconclusive;
  return std::any_of(result.pairs.begin(), result.pairs.end(), differs) ? kDifferent : kEquivalent;
}

class Signature : public Command {
 public:
  Signature() : Command("signature", "every way in which a function computes its output, with the condition for each") {}

  void describe(CommandLine& line) override {
    line.flag("--compare", compare_, "the signatures of two versions side by side: rows that stayed, changed, went, came");
    shared_.addFiles(line, "the files of the version; with --compare: BEFORE AFTER");
    shared_.addEntries(line, "the function (repeatable; C++ also as ns::f(int))");
    shared_.addExploration(line, "--observe,--output");
    line.text("--strategy", strategy_, "output: by what the output relies on; dart: all paths");
    line.flag("--count-paths", countPaths_, "walk all paths in addition, to tell how many each row stands for");
    line.text("--as", as_, "table; contracts (pre- and postconditions as ACSL-like comments); assertions (a C function); smt2");
    line.text("--out", output_, "directory for signature.json, and for the rows and the proof of coverage as SMT-LIB2");
    line.flag("--json", json_, "print the result as one JSON document");
    line.flag("--all", all_, "print every row, however many there are");
    line.flag("--no-progress", noProgress_, "no live line on a terminal");
  }

  Expected<int> run(const Invocation& invocation) override {
    const Expected<driver::SignatureOptions> asked = options(invocation);
    if (!asked) return asked.error();
    ProgressLine progress(!noProgress_);
    const Expected<result::SignatureResult> result = driver::signature(*asked, progress.listeners(), invocation.stop);
    progress.clear();
    if (!result) return result.error();
    if (!output_.empty())
      if (Status failed = writeFile(std::filesystem::path(output_) / "signature.json", report::toJson(*result) + "\n")) return *failed;
    const Expected<std::string> shown = text(*result);
    if (!shown) return shown.error();
    print(*shown);
    return statusOf(*result);
  }

 private:
  Expected<driver::SignatureOptions> options(const Invocation& invocation) const {
    driver::SignatureOptions options;
    if (compare_) {
      if (shared_.fileCount() != 2) return Error{"--compare: give two versions, BEFORE AFTER"};
      if (Status wrong = shared_.readVersions(options)) return *wrong;
    } else {
      shared_.readVersion(options);
    }
    if (as_ != "table" && as_ != "contracts" && as_ != "assertions" && as_ != "smt2")
      return Error{"--as: '" + as_ + "' is none of table, contracts, assertions, smt2"};
    if (compare_ && as_ != "table") return Error{"--as " + as_ + " is for one version, not for --compare"};
    if (Status wrong = shared_.read(invocation, options)) return *wrong;
    options.explore.granularity = explore::Granularity::Output;
    if (strategy_ == "dart") {
      options.explore.strategy = explore::Strategy::Dart;
    } else if (strategy_ != "output") {
      return Error{"--strategy: '" + strategy_ + "' is neither output nor dart"};
    }
    options.output = output_;
    options.compare = compare_;
    options.countPaths = countPaths_;
    options.evidence = !output_.empty();
    return options;
  }

  Expected<std::string> text(const result::SignatureResult& result) const {
    if (json_) return report::toJson(result) + "\n";
    if (as_ == "table") return report::toText(result, textOptions(all_));
    std::string text;
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

  SharedOptions shared_;
  bool compare_ = false;
  std::string strategy_ = "output";
  std::string as_ = "table";
  std::string output_;
  bool countPaths_ = false;
  bool json_ = false;
  bool all_ = false;
  bool noProgress_ = false;
};

}  // namespace

std::unique_ptr<Command> makeSignature() { return std::make_unique<Signature>(); }

}  // namespace cleave::tools
