#include "report/claims.h"

#include <algorithm>

#include <fmt/format.h>

#include "report/layout.h"
#include "report/row_text.h"
#include "report/share_text.h"
#include "report/utf8.h"
#include "support/text.h"

namespace cleave::report {

using result::EntryResult;
using result::PartitionKind;

namespace {

// What is said of each element of an array alike is said once: "task[].parent: one object".
std::vector<std::string> together(const std::vector<std::string>& lines) {
  std::map<std::string, size_t> counts;
  for (const std::string& each : lines) ++counts[withoutIndices(each)];
  std::vector<std::string> texts;
  for (const std::string& each : lines) {
    const std::string all = withoutIndices(each);
    const std::string& text = counts[all] > 1 ? all : each;
    if (std::ranges::find(texts, text) == texts.end()) texts.push_back(text);
  }
  return texts;
}

constexpr size_t kMostPremises = 20;  // bounds, and assumptions, that a person reads

class ClaimList {
 public:
  ClaimList(const EntryResult& entry, const std::map<PartitionKind, size_t>& counts) : entry_(entry), counts_(counts) {}

  std::vector<Claim> make(size_t mostChanges) {
    changes(mostChanges);
    guarantee(mostChanges == SIZE_MAX ? SIZE_MAX : kMostPremises);
    if (entry_.shares) line("share", shareText(*entry_.shares));
    cost();
    return std::move(claims_);
  }

 private:
  void line(const char* label, std::string text) { claims_.push_back({label, std::move(text)}); }
  size_t count(PartitionKind kind) const {
    const auto at = counts_.find(kind);
    return at == counts_.end() ? 0 : at->second;
  }

  void leftOut(size_t number) {
    if (number != 0) line("", fmt::format("… and {} more (--all shows them)", number));
  }

  void changes(size_t most) {
    const size_t shown = std::min(entry_.changes.size(), most);
    for (size_t i = 0; i < shown; ++i) line(i == 0 ? "changes" : "", changeText(entry_.changes[i]));
    leftOut(entry_.changes.size() - shown);
  }

  std::string claim() const {
    const size_t equal = count(PartitionKind::Equal);
    const bool different = count(PartitionKind::Different) != 0;
    const bool exhaustive = entry_.guarantee.exhaustive && (!entry_.guarantee.within.empty() || count(PartitionKind::Unfinished) == 0);
    const bool bounded = !entry_.guarantee.bounds.empty();
    const bool undefined = count(PartitionKind::Undefined) != 0;
    if (exhaustive && !different && entry_.verdict == result::Verdict::Equivalent)
      return fmt::format("both versions behave alike on every input{}{}", bounded ? " within the bounds" : "",
                         undefined ? " on which before is defined" : "");
    if (exhaustive && !different && equal == 0) return "none: no input is proved equal";
    if (exhaustive) return "the partitions cover every input; on every input of an equal one both versions behave alike";
    if (equal == 0) return different ? "the differences are real; no input is proved equal" : "none: no input is proved equal";
    return "both versions behave alike on every input of an equal partition; the partitions do not cover every input";
  }

  std::string granularity() const {
    const std::string& name = entry_.guarantee.granularity;
    if (name == "path") return "path: a partition is a path through both versions";
    if (name == "output") return "output: a partition is a way to compute what both versions show";
    if (name == "differential") return "differential: a partition is a way in which the changes show or stay invisible";
    return printable(name);
  }

  void list(const char* label, const std::vector<std::string>& texts, size_t most) {
    if (texts.empty()) return;
    const size_t shown = texts.size() - 1 <= most ? texts.size() : most;
    for (size_t i = 0; i < shown; ++i) line(i == 0 ? label : "", printable(texts[i]));
    leftOut(texts.size() - shown);
  }

  void guarantee(size_t most) {
    if (!entry_.intention.empty()) line("intended", printable(entry_.intention));
    line("guarantee", claim());
    if (!entry_.partitions.empty()) line("granularity", granularity());
    list("bounds", together(entry_.guarantee.bounds), most);
    list("assumes", entry_.guarantee.assumptions, most);
  }

  void cost() {
    const result::Statistics& given = entry_.statistics;
    std::string text = fmt::format(
        "{:.2f} s; {}, {}, {} in {:.2f} s", given.wallSeconds, counted(given.runs, "run"), counted(given.concreteRuns, "concrete run"),
        given.solverQueries == 1 ? "1 solver query" : fmt::format("{} solver queries", given.solverQueries), given.solverSeconds);
    if (given.solverUnknown != 0) text += fmt::format(", {} undecided", given.solverUnknown);
    line("time", text);
  }

  const EntryResult& entry_;
  const std::map<PartitionKind, size_t>& counts_;
  std::vector<Claim> claims_;
};

}  // namespace

std::vector<Claim> claimsOf(const EntryResult& entry, const std::map<PartitionKind, size_t>& counts, size_t mostChanges) {
  return ClaimList(entry, counts).make(mostChanges);
}

}  // namespace cleave::report
