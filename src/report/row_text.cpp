#include "report/row_text.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "report/cell_strings.h"
#include "report/element_runs.h"
#include "report/pointer_words.h"
#include "report/utf8.h"
#include "report/value_words.h"
#include "report/witness_text.h"
#include "result/guarantee.h"
#include "support/check.h"
#include "support/text.h"

namespace cleave::report {

namespace {

using TextPairs = std::vector<std::pair<std::string, std::string>>;

constexpr size_t kMostValues = 4;  // per cell of the table

const std::string* find(const TextPairs& pairs, const std::string& name) {
  const auto at = std::find_if(pairs.begin(), pairs.end(), [&](const auto& pair) { return pair.first == name; });
  return at == pairs.end() ? nullptr : &at->second;
}

// The observations that both versions make, with equal values on the witness.
std::set<std::string> agreeing(const result::Observation& before, const result::Observation& after) {
  std::set<std::string> names;
  for (const auto& [name, value] : before.values) {
    const std::string* other = find(after.values, name);
    if (other != nullptr && *other == value) names.insert(name);
  }
  return names;
}

// "ns::f(int (*)(int)) const" without its parameters: up to the parenthesis that matches the last one.
std::string nameWithoutParameters(const std::string& name) {
  size_t at = name.rfind(')');
  if (at == std::string::npos) return name;
  for (int depth = 0; at != std::string::npos; --at) {
    depth += name[at] == ')' ? 1 : name[at] == '(' ? -1 : 0;
    if (depth == 0) return name.substr(0, at);
    if (at == 0) break;
  }
  return name;
}

}  // namespace

std::string endText(const result::Observation& observation, const TextPairs& expressions, bool isExample) {
  const std::string at = observation.place.empty() ? "" : " at " + observation.place.substr(observation.place.rfind('/') + 1);  // the file is among the changes, in full
  if (observation.outcome == "exited") {
    const std::string* status = find(expressions, "exit status");
    return (isExample && status == nullptr ? "e.g. exits with " : "exits with ") +
           printable(status != nullptr ? *status : observation.detail);
  }
  if (observation.outcome == "threw") return "throws " + printable(observation.detail + at);
  if (observation.outcome == "trapped") return "traps: " + printable(observation.detail + at);
  if (observation.outcome == "unfinished") return "unfinished: " + printable(observation.detail + at);
  return {};
}

std::string valueText(const result::Vocabulary& vocabulary, const std::string& name, const std::string& value) {
  return result::isTextObservation(name) ? "\"" + printable(value) + "\"" : printable(observedWord(vocabulary, name, value));
}

bool isToldByCalls(const std::string& name, const result::Observation& observation) {
  return (name == "calls_used" || name.starts_with("calls_words[")) && find(observation.values, "calls") != nullptr;
}

RowText::RowText(const result::EntryResult& entry, const result::Partition& partition)
    : entry_(entry), partition_(partition), before_(partition.before), after_(partition.after) {
  useStrings(entry.inputs, entry.vocabulary, before_, after_);
  for (const auto& [name, expression] : partition.afterExpr)
    if (const std::string* other = find(partition.beforeExpr, name); expression == name && other != nullptr && *other == name) untouched_.insert(name);
  if (partition.kind != result::PartitionKind::Different) return;
  hidden_ = agreeing(partition.before, partition.after);
  hidden_.merge(agreeing(before_, after_));
  // A string is called as its first character, in which the versions may agree.
  for (const auto& [name, value] : before_.values)
    if (const std::string* other = find(after_.values, name); other != nullptr && *other != value) hidden_.erase(name);
}

std::string RowText::condition() const {
  return partition_.conditionText.empty() ? "true" : printable(withShortEnumerators(entry_.vocabulary, withPointers(entry_.inputs, partition_.conditionText)));
}
std::string RowText::before() const { return shows(partition_.before, &partition_.beforeExpr); }
std::string RowText::after() const { return shows(partition_.after, &partition_.afterExpr); }
std::string RowText::afterInWords() const { return shows(partition_.after, &partition_.afterExpr, true); }
std::string RowText::beforeShown() const { return shows(before_); }
std::string RowText::afterShown() const { return shows(after_); }

bool RowText::hasOnlyParameters() const {
  return std::ranges::all_of(entry_.inputs, [](const result::Input& input) { return input.isParameter; });
}

std::string RowText::sentence() const {
  std::vector<std::string> values;
  for (size_t k = 0; k < partition_.witness.size(); ++k) values.push_back(printable(partition_.witness[k].first) + " = " + inputValue(k));
  const std::string input = hasOnlyParameters() ? join(values, ", ") : witnessText(entry_, partition_);
  return (input.empty() ? "" : input + ": ") + "before " + shows(before_, nullptr, true) + ", after " + shows(after_, nullptr, true);
}

std::string RowText::inputValue(size_t k) const {
  const std::string& value = partition_.witness[k].second;
  return printable(k < entry_.inputs.size() ? inputWord(entry_.inputs[k], entry_.vocabulary, value) : value);
}

std::string RowText::call() const {
  if (!hasOnlyParameters()) return witnessText(entry_, partition_);
  std::vector<std::string> values;
  for (size_t k = 0; k < partition_.witness.size(); ++k) values.push_back(inputValue(k));
  return printable(nameWithoutParameters(entry_.name)) + "(" + join(values, ", ") + ")";
}

// With expressions, a value that is not one expression on the whole partition is an example; without, all are the witness's.
std::string RowText::shows(const result::Observation& observation, const TextPairs* given, bool inWords) const {
  const TextPairs& expressions = given != nullptr ? *given : TextPairs();
  const bool claims = partition_.kind != result::PartitionKind::Unfinished;
  std::vector<std::pair<std::string, std::string>> shown;
  for (const auto& [name, value] : observation.values) {
    if (hidden_.contains(name) || isToldByCalls(name, observation)) continue;
    if (given != nullptr && untouched_.contains(name)) continue;
    const std::string* expression = find(expressions, name);
    const std::string text = valueText(entry_.vocabulary, name, expression != nullptr ? *expression : value);
    shown.emplace_back(name, given != nullptr && expression == nullptr && claims ? "e.g. " + text : text);
  }
  if (partition_.kind == result::PartitionKind::Different) {
    const TextPairs& others = &observation == &before_ || &observation == &partition_.before ? partition_.after.values : partition_.before.values;
    // What both versions show, and otherwise, tells more than what one of them does not have.
    std::ranges::stable_partition(shown, [&](const auto& each) { return find(others, each.first) != nullptr; });
  }
  shown = withElementRuns(shown);
  std::vector<std::string> parts;
  if (const std::string end = endText(observation, expressions, given != nullptr && claims); !end.empty()) parts.push_back(end);
  const bool onlyReturn = !inWords && parts.empty() && shown.size() == 1 && shown[0].first == "return";
  for (size_t i = 0; i < std::min(shown.size(), kMostValues); ++i)
    parts.push_back(onlyReturn                   ? shown[i].second
                    : shown[i].first == "return" ? "returns " + shown[i].second
                    : shown[i].first == "calls"  ? "calls " + shown[i].second
                                                 : printable(shown[i].first) + " = " + shown[i].second);
  if (shown.size() > kMostValues) parts.push_back(fmt::format("{} more", shown.size() - kMostValues));
  return parts.empty() ? "returns" : join(parts, "; ");
}

std::vector<const result::Partition*> differencesFirst(const result::EntryResult& entry) {
  std::vector<const result::Partition*> ordered;
  for (const result::PartitionKind kind : {result::PartitionKind::Different, result::PartitionKind::Undefined,
                                           result::PartitionKind::Unfinished, result::PartitionKind::Equal})
    for (const bool intended : {false, true})
      for (const result::Partition& partition : entry.partitions)
        if (partition.kind == kind && (partition.intent == result::Intent::Inside) == intended) ordered.push_back(&partition);
  return ordered;
}

std::string linesText(const std::pair<uint32_t, uint32_t>& lines) {
  return lines.first == lines.second ? std::to_string(lines.first) : fmt::format("{}-{}", lines.first, lines.second);
}

std::string changeText(const result::Change& change) {
  const std::string before = change.beforeLines.first == 0 ? "" : linesText(change.beforeLines);
  const std::string after = change.afterLines.first == 0 ? "" : linesText(change.afterLines);
  if (before.empty() && after.empty()) return fmt::format("{}: {}", change.id, printable(change.function));  // a class, as a whole
  const std::string place = printable(change.function + ", " + change.file);
  if (after.empty()) return fmt::format("{}: {}:{} of before, removed", change.id, place, before);
  if (before.empty()) return fmt::format("{}: {}:{}, added", change.id, place, after);
  return fmt::format("{}: {}:{} (before: {})", change.id, place, after, before);
}

}  // namespace cleave::report
