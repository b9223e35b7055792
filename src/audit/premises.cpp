#include "audit/premises.h"

#include <algorithm>

#include <fmt/format.h>

#include "result/guarantee.h"

namespace cleave::audit {

namespace {

using result::PartitionKind;
using result::Premise;

constexpr const char* kGranularities[] = {"path", "output", "differential"};
constexpr const char* kByProof = "optimizer";
constexpr const char* kOnlyNan = "only for NaN";
constexpr const char* kOnlyNull = "only for a null pointer";
constexpr const char* kOnlyEmpty = "only for an empty string";
constexpr const char* kOnlyOverflow = "only where before overflows";
constexpr const char* kBoth = "undefined in both";
constexpr const char* kBefore = "before is undefined here";
constexpr const char* kAfter = "after is undefined here";
constexpr const char* kOtherwise = "natively otherwise than predicted";

bool has(const std::vector<std::string>& list, const std::string& text) { return std::ranges::find(list, text) != list.end(); }

bool isUndefined(const LoadedObservation& observation) {
  static constexpr const char* kTraps[] = {"out of bounds", "use after free", "bad free", "uninitialised value", "overlapping copy", "bad call", "signed overflow"};
  return observation.outcome == "trapped" && std::ranges::find(kTraps, observation.trap) != std::end(kTraps);
}

// The mark about undefined behaviour that follows from what the runs are said to have shown; empty: none.
std::string undefinedMark(const LoadedPartition& partition) {
  const bool before = isUndefined(partition.before), after = isUndefined(partition.after);
  return before && after ? kBoth : before ? kBefore : after ? kAfter : "";
}

bool isKnownMark(const std::string& mark) {
  for (const char* each : {kOnlyNan, kOnlyNull, kOnlyEmpty, kOnlyOverflow, kBoth, kBefore, kAfter})
    if (mark == each) return true;
  return mark.starts_with(kOtherwise);
}

void addMarkProblems(const LoadedPartition& partition, std::vector<std::string>& problems) {
  if (partition.kind == PartitionKind::Unfinished) return;
  const std::string expected = undefinedMark(partition);
  for (const std::string& mark : {std::string(kBoth), std::string(kBefore), std::string(kAfter)})
    if (has(partition.marks, mark) != (mark == expected))
      problems.push_back(fmt::format("partition {} is {}marked '{}', and its runs say otherwise", partition.id, mark == expected ? "not " : "", mark));
  for (const std::string& mark : partition.marks) {
    if (!isKnownMark(mark)) problems.push_back(fmt::format("partition {} is marked '{}', which is no mark of cleave's", partition.id, mark));
    if (mark.starts_with(kOtherwise) && partition.confirmed)
      problems.push_back(fmt::format("partition {} is confirmed, and marked '{}'", partition.id, mark));
    if (mark.starts_with("only ") && partition.kind != PartitionKind::Different)
      problems.push_back(fmt::format("partition {} is not different, and marked '{}'", partition.id, mark));
  }
}

void addAssumptionProblems(const LoadedEntry& entry, const result::Criterion& criterion, std::vector<std::string>& problems) {
  const auto want = [&](const std::string& text) {
    if (!has(entry.assumptions, text)) problems.push_back("it does not say that " + text);
  };
  const bool wraps = has(entry.assumptions, sentence(Premise::OverflowWraps));
  if (wraps == has(entry.assumptions, sentence(Premise::OverflowUndefined))) problems.emplace_back("it does not say what overflow means");
  if (std::ranges::any_of(entry.inputs, [](const result::Input& each) { return each.isFloat; })) want(sentence(Premise::NansAreOne));
  if (std::ranges::any_of(entry.inputs, [](const result::Input& each) { return each.isFloat && each.bits == 80; })) want(sentence(Premise::LongDoublesInForm));
  for (const std::string& words : criterion.words()) want(words);
}

// The bits of a float without its sign, larger than infinity.
std::string isNan(const std::string& cell, unsigned bits) {
  if (bits == 80) return fmt::format("(and (= ((_ extract 78 64) {0}) #b111111111111111) (distinct ((_ extract 62 0) {0}) (_ bv0 63)))", cell);
  const bool isSingle = bits == 32;
  return fmt::format("(bvugt (bvand {} {}) {})", cell, isSingle ? "#x7fffffff" : "#x7fffffffffffffff", isSingle ? "#x7f800000" : "#x7ff0000000000000");
}

}  // namespace

std::vector<std::string> premiseProblems(const LoadedEntry& entry, const result::Criterion& criterion) {
  std::vector<std::string> problems;
  if (entry.partitions.empty()) return problems;
  if (std::ranges::find(kGranularities, entry.granularity) == std::end(kGranularities) && entry.granularity != kByProof)
    problems.push_back("'" + entry.granularity + "' is no granularity");
  if (entry.granularity == kByProof) problems.emplace_back("it is called proved by the optimiser, and has partitions");
  addAssumptionProblems(entry, criterion, problems);
  for (const LoadedPartition& partition : entry.partitions) addMarkProblems(partition, problems);
  return problems;
}

std::optional<std::string> withoutMark(const std::string& mark, const LoadedEntry& entry, const Space& space) {
  if (mark != kOnlyNan && mark != kOnlyNull && mark != kOnlyEmpty) return std::nullopt;
  std::string text;
  for (size_t k = 0; k < space.bound().size(); ++k) {
    const result::Input& input = entry.inputs[space.bound()[k]];
    const std::string cell = space.cell(k);
    if (mark == kOnlyNan && input.isFloat) text += "(assert (not " + isNan(cell, input.bits) + "))\n";
    if (mark == kOnlyNull && input.type == result::kChoiceType && input.name.ends_with("_is_null")) text += "(assert (= " + cell + " " + space.constant(k, 0) + "))\n";
    if (mark == kOnlyEmpty && input.bits == 8 && input.name.ends_with("[0]")) text += "(assert (distinct " + cell + " " + space.constant(k, 0) + "))\n";
  }
  return text;
}

}  // namespace cleave::audit
