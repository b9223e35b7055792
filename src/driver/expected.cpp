#include "driver/expected.h"

#include <algorithm>
#include <array>
#include <map>

#include <fmt/format.h>

#include "driver/entries.h"
#include "expr/print.h"
#include "report/row_text.h"
#include "report/source_names.h"
#include "result/terms.h"
#include "solver/text_question.h"
#include "support/float_format.h"
#include "support/temp_dir.h"

namespace cleave::driver {

namespace {

using result::EntryResult;
using result::Partition;
using result::PartitionKind;
using result::Step;
using solver::Answer;

constexpr Seconds kPerQuestion{5};

std::string sortOf(const result::Input& input) {
  if (!input.isFloat) return fmt::format("(_ BitVec {})", input.bits);
  return expr::smtSort(expr::Sort::floating(input.bits));
}

result::Terms termsOf(const EntryResult& entry) {
  result::Terms terms;
  for (const Partition& each : entry.partitions) terms.insert(terms.end(), each.terms.begin(), each.terms.end());
  return terms;
}

// The conditions of an entry's partitions of one kind, as one term.
std::string unionOf(const EntryResult& entry, PartitionKind kind) {
  const result::Terms terms = termsOf(entry);
  std::string any = "(or false";
  for (const Partition& each : entry.partitions)
    if (each.kind == kind) any += " " + result::withTerms(each.condition, terms);
  return any + ")";
}

// Where a version does what is expected, and where it does not.
struct Against {
  std::string equal = "false", different = "false";
  std::vector<result::Input> inputs;
};

Against regionsOf(const EntryResult& entry) {
  if (entry.partitions.empty()) return {entry.verdict == result::Verdict::Equivalent ? "true" : "false", "false", entry.inputs};
  return {unionOf(entry, PartitionKind::Equal), unionOf(entry, PartitionKind::Different), entry.inputs};
}

class Steps {
 public:
  Steps(const EntryResult& entry, const Both<Against>& against, const StopFlag* stop)
      : entry_(entry), against_(against), stop_(stop), terms_(termsOf(entry)) {}

  // Empty: the inputs are the same in all comparisons, as far as they have a name.
  std::string declare() {
    std::map<std::string, std::string> sorts;
    for (const auto* inputs : {&entry_.inputs, &against_.before.inputs, &against_.after.inputs})
      for (const result::Input& input : *inputs) {
        const auto [known, isNew] = sorts.emplace(input.name, sortOf(input));
        if (!isNew && known->second != sortOf(input)) return "its input " + input.name + " is of another type in the expected version";
      }
    for (const auto& [name, sort] : sorts) declarations_ += fmt::format("(declare-fun {} () {})\n", expr::smtName(name), sort);
    return {};
  }

  result::Classified classify(const Partition& partition) {
    const std::string condition = result::withTerms(partition.condition, terms_);
    // The step that the witness is, and what must hold on the whole partition for it.
    const std::string progression = against_.after.equal, regression = against_.before.equal;
    const std::string intermediate = fmt::format("(and {} {})", against_.before.different, against_.after.different);
    const std::string witness = witnessOf(partition);
    const std::array regions{std::pair(Step::Progression, progression), std::pair(Step::Regression, regression), std::pair(Step::Intermediate, intermediate)};
    result::Classified classified{partition.id, Step::Unknown, false, {}, {}};
    for (const auto& [step, region] : regions) {
      if (ask({witness, region}) != Answer::Satisfiable) continue;
      classified.step = step;
      classified.isProved = ask({condition, fmt::format("(not {})", region)}) == Answer::Unsatisfiable;
      break;
    }
    for (const auto& [step, region] : regions)
      if (!classified.isProved && step != classified.step && ask({condition, region}) == Answer::Satisfiable) classified.others.push_back(step);
    return classified;
  }

 private:
  // That the input is the witness. What is no input of this comparison may be anything.
  std::string witnessOf(const Partition& partition) const {
    std::string all = "(and true";
    for (size_t k = 0; k < partition.witnessBits.size(); ++k) {
      const auto& [name, bits] = partition.witnessBits[k];
      const auto input = std::ranges::find(entry_.inputs, name, &result::Input::name);
      if (input == entry_.inputs.end() || !bits.starts_with("0x")) continue;
      all += fmt::format(" (= {} {})", expr::smtName(name), literal(*input, bits.substr(2)));
    }
    return all + ")";
  }

  static std::string literal(const result::Input& input, const std::string& digits) {
    U128 bits = 0;
    for (const char digit : digits) bits = bits << 4 | static_cast<unsigned>(std::stoi(std::string(1, digit), nullptr, 16));
    return expr::smtConstant(input.isFloat ? expr::Sort::floating(input.bits) : expr::Sort::bits(input.bits), truncateTo(bits, input.bits));
  }

  Answer ask(const std::vector<std::string>& assertions) const {
    std::string script = declarations_;
    if (!entry_.domain.empty()) script += fmt::format("(assert {})\n", result::withTerms(entry_.domain, terms_));
    for (const std::string& each : assertions) script += fmt::format("(assert {})\n", each);
    return solver::askText(script, kPerQuestion, stop_);
  }

  const EntryResult& entry_;
  const Both<Against>& against_;
  const StopFlag* stop_;
  result::Terms terms_;
  std::string declarations_;
};

}  // namespace

result::EntrySteps stepsOf(const EntryResult& entry, const CompareWithExpected& compare, const StopFlag* stop) {
  result::EntrySteps steps{entry.name, entry.program, {}, {}};
  Both<Against> against;
  for (const Side side : {Side::Before, Side::After}) {
    const Expected<EntryResult> compared = compare(side, entry);
    if (!compared) {
      steps.problem = compared.error().message;
      return steps;
    }
    against.of(side) = regionsOf(*compared);
  }
  Steps all(entry, against, stop);
  if (steps.problem = all.declare(); !steps.problem.empty()) return steps;
  EntryResult named = entry;
  report::useSourceNames(named);
  for (size_t k = 0; k < entry.partitions.size(); ++k) {
    if (entry.partitions[k].kind != PartitionKind::Different) continue;
    steps.differences.push_back(all.classify(entry.partitions[k]));
    steps.differences.back().shown = report::RowText(named, named.partitions[k]).sentence();
  }
  return steps;
}

namespace {

// Comparisons of both versions with the expected one: of all entries at once, and where that fails (it lacks one of them) one by one.
class ExpectedComparisons {
 public:
  ExpectedComparisons(const ExpectedVersion& expected, const DiffOptions& options, const std::optional<ProjectOptions>& given,
                      const Listeners& listeners, const StopFlag* stop)
      : expected_(expected), options_(options), given_(given), listeners_(listeners), stop_(stop) {}

  Status compare(const Both<std::vector<std::string>>& names, const std::filesystem::path& directory) {
    directory_ = directory;
    for (const Side side : {Side::Before, Side::After}) {
      if (compare(side, names.of(side))) continue;
      if (last_->message.find(kMissingFunction) == std::string::npos) return last_;
      for (const std::string& name : names.of(side))
        if (!compare(side, {name})) problems_.of(side)[name] = "the expected version has no such function";
    }
    return std::nullopt;
  }

  Expected<EntryResult> of(Side side, const EntryResult& entry) const {
    const std::string& name = nameIn(side, entry);
    const auto known = known_.of(side).find(name);
    if (known != known_.of(side).end()) return known->second;
    const auto problem = problems_.of(side).find(name);
    return Error{problem != problems_.of(side).end() ? problem->second : name + " was not compared with the expected version"};
  }

  static const std::string& nameIn(Side side, const EntryResult& entry) {
    return side == Side::Before && !entry.beforeName.empty() ? entry.beforeName : entry.name;
  }

 private:
  bool compare(Side side, const std::vector<std::string>& names) {
    DiffOptions options = options_;
    options.entries = names;
    options.intended.clear();
    options.pairs.clear();
    options.output = directory_ / std::to_string(++comparisons_);
    if (given_) {
      ProjectOptions projects = *given_;
      projects.places = {given_->places.of(side), expected_.projects->places.after};
      projects.builds = {given_->builds.of(side), expected_.projects->builds.after};
      return keep(side, diffProjects(options, projects, listeners_, stop_));
    }
    options.before = side == Side::Before ? options_.before : options_.after;
    options.after = expected_.sources;
    return keep(side, diff(options, listeners_, stop_));
  }

  template <class Found>
  bool keep(Side side, const Expected<Found>& found) {
    if (!found) {
      last_ = found.error();
      return false;
    }
    for (size_t k = 0; k < found->result.entries.size(); ++k) {
      EntryResult whole = found->written(k);
      known_.of(side).emplace(whole.beforeName.empty() ? whole.name : whole.beforeName, std::move(whole));
    }
    return true;
  }

  const ExpectedVersion& expected_;
  const DiffOptions& options_;
  const std::optional<ProjectOptions>& given_;
  const Listeners& listeners_;
  const StopFlag* stop_;
  std::filesystem::path directory_;
  unsigned comparisons_ = 0;
  Both<std::map<std::string, EntryResult>> known_;
  Both<std::map<std::string, std::string>> problems_;
  Status last_;
};

}  // namespace

Expected<result::ExpectedResult> stepsTowards(const ExpectedVersion& expected, const DiffOptions& options,
                                              const std::optional<ProjectOptions>& given, const result::Result& found,
                                              const result::WholeEntry& whole, const Listeners& listeners, const StopFlag* stop) {
  Expected<TempDir> work = TempDir::create("expected");
  if (!work) return work.error();
  std::vector<size_t> differing;
  Both<std::vector<std::string>> names;
  for (size_t k = 0; k < found.entries.size(); ++k) {
    const EntryResult& entry = found.entries[k];
    if (entry.verdict != result::Verdict::Different && entry.verdict != result::Verdict::Intended) continue;
    differing.push_back(k);
    for (const Side side : {Side::Before, Side::After}) names.of(side).push_back(ExpectedComparisons::nameIn(side, entry));
  }
  result::ExpectedResult result{expected.words, {}};
  if (differing.empty()) return result;
  ExpectedComparisons comparisons(expected, options, given, listeners, stop);
  if (Status failed = comparisons.compare(names, work->path())) return *failed;
  const CompareWithExpected compare = [&](Side side, const EntryResult& entry) { return comparisons.of(side, entry); };
  for (const size_t k : differing) result.entries.push_back(stepsOf(whole(k), compare, stop));
  return result;
}

}  // namespace cleave::driver
