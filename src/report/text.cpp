#include "report/text.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "report/claims.h"
#include "report/layout.h"
#include "report/partition_rows.h"
#include "report/row_text.h"
#include "report/source_names.h"
#include "report/summary.h"
#include "report/utf8.h"
#include "result/guarantee.h"
#include "support/text.h"

namespace cleave::report {

namespace {

using result::EntryResult;
using result::Partition;
using result::PartitionKind;
using result::Verdict;

constexpr size_t kMostChanges = 8;
constexpr size_t kMostGroupLines = 60;

// The text of one entry.
class EntryText {
 public:
  EntryText(ShownEntry shown, const TextOptions& options) : entry_(std::move(shown.entry)), options_(options) {
    useSourceNames(entry_);
    useShortNames(entry_);
    for (const PartitionKind kind : {PartitionKind::Different, PartitionKind::Undefined, PartitionKind::Unfinished, PartitionKind::Equal})
      counts_[kind] = shown.counts[static_cast<size_t>(kind)];
    shape_.width = std::max(40u, options.width);
    shape_.mostLines = options.all ? 40 : 3;
  }

  std::string text() {
    headline();
    if (entry_.verdict == Verdict::Failed) return std::move(text_);  // and nothing is claimed
    const bool isGrouped = std::ranges::any_of(entry_.groups, [](const result::Group& each) { return each.partitions.size() > 1; });
    if (!entry_.groups.empty() && (isGrouped || !options_.all)) groups();
    if (!entry_.partitions.empty() && (entry_.groups.empty() || options_.all)) partitions();
    text_ += '\n';
    claims();
    return std::move(text_);
  }

 private:
  void headline() {
    const bool bounded = result::isPositive(entry_.verdict) && !entry_.guarantee.bounds.empty();
    const bool partly = entry_.verdict == Verdict::Equivalent && counts_[PartitionKind::Undefined] != 0;
    const bool oneThread = entry_.verdict == Verdict::Equivalent &&
                           std::ranges::count(entry_.guarantee.assumptions, result::sentence(result::Premise::OneThread)) != 0;
    const std::string word = std::string(result::toText(entry_.verdict)) + (oneThread ? " in one thread" : "") +
                             (partly ? " where before is defined" : "") + (bounded ? " within bounds" : "");
    const std::string of = entry_.program.empty() ? "" : " in " + entry_.program;
    const std::string other = of + (entry_.beforeName.empty() ? "" : " (before: " + entry_.beforeName + ")");
    text_ += printable(entry_.name + other) + ": " + (options_.color ? verdictStyle(entry_.verdict) + word + "\033[0m" : word);
    if (bounded) text_ += " (" + printable(firstBounds()) + ")";
    if (!entry_.reason.empty()) text_ += " - " + printable(entry_.reason);
    if (entry_.remembered) text_ += " (remembered)";
    text_ += '\n';
    if (entry_.verdict != Verdict::Inconclusive) return;
    // What was proved stays proved.
    std::vector<std::string> parts;
    const size_t equal = counts_[PartitionKind::Equal], unfinished = counts_[PartitionKind::Unfinished];
    parts.push_back(equal == 0 ? "nothing is proved so far" : "proved equal on " + counted(equal, "partition") + " so far");
    if (unfinished != 0) parts.push_back(counted(unfinished, "partition") + " unfinished");
    for (const std::string& line : wrap(join(parts, "; "), shape_.width - shape_.indent, 3)) text_ += "  " + line + "\n";
  }

  std::string firstBounds() const {
    constexpr size_t kMost = 4;
    const std::vector<std::string>& all = entry_.guarantee.bounds;
    if (options_.all || all.size() <= kMost + 1) return join(all, "; ");
    return join({all.begin(), all.begin() + kMost}, "; ") + fmt::format("; and {} more", all.size() - kMost);
  }

  // As a whole: a condition that is cut is no answer.
  void groups() {
    std::vector<TableRow> rows{{{"condition", "before", "after", "kind"}, ""}};
    size_t members = 0;
    for (const result::Group& each : entry_.groups) {
      addGroupRows(rows, entry_, each, options_.color);
      members += each.partitions.size();
    }
    TableShape shape = shape_;
    shape.mostLines = kMostGroupLines;
    text_ += '\n' + table(rows, shape);
    if (members > entry_.groups.size() && !options_.all)
      text_ += fmt::format("  … {} in {} (--all lists them)\n", counted(members, "partition"), counted(entry_.groups.size(), "group"));
  }

  void partitions() {
    const std::vector<const Partition*> ordered = differencesFirst(entry_);
    const size_t shown = options_.all ? ordered.size() : std::min<size_t>(ordered.size(), options_.mostRows);
    std::vector<TableRow> rows{{{"condition", "before", "after", "kind"}, ""}};
    for (size_t i = 0; i < shown; ++i) addPartitionRows(rows, entry_, *ordered[i], options_.color);
    text_ += '\n' + table(rows, shape_);
    std::map<PartitionKind, size_t> hidden = counts_;
    size_t left = 0;
    for (size_t i = 0; i < shown; ++i) --hidden[ordered[i]->kind];
    for (const auto& [kind, count] : hidden) left += count;
    if (left == 0) return;
    std::vector<std::string> parts;
    for (const PartitionKind kind : {PartitionKind::Different, PartitionKind::Undefined, PartitionKind::Unfinished, PartitionKind::Equal})
      if (hidden[kind] != 0) parts.push_back(fmt::format("{} {}", hidden[kind], result::toText(kind)));
    text_ += "  … and " + join(parts, ", ") + " more (--all shows them)\n";
  }

  void line(std::string_view label, const std::string& text) { text_ += labelled(label, kLabelWidth, text, full()); }

  TableShape full() const {  // for what must not be cut
    TableShape shape = shape_;
    shape.mostLines = 1000;
    return shape;
  }

  void claims() {
    for (const Claim& each : claimsOf(entry_, counts_, options_.all ? SIZE_MAX : kMostChanges)) line(each.label, each.text);
  }

  EntryResult entry_;
  const TextOptions& options_;
  std::map<PartitionKind, size_t> counts_;
  TableShape shape_;
  std::string text_;
};

std::string summary(const result::Result& result) {
  std::map<Verdict, size_t> counts;
  for (const EntryResult& entry : result.entries) ++counts[entry.verdict];
  std::vector<std::string> parts;
  for (const Verdict verdict : {Verdict::Different, Verdict::Failed, Verdict::Inconclusive, Verdict::Intended, Verdict::Equivalent})
    if (counts[verdict] != 0) parts.push_back(fmt::format("{} {}", counts[verdict], result::toText(verdict)));
  return counted(result.entries.size(), "function") + ": " + join(parts, ", ");
}

std::string notesOf(const result::Result& result) {
  std::string text = !result.entries.empty() && !result.notes.empty() ? "\n" : "";
  for (const std::string& note : result.notes) text += printable(note) + "\n";
  return text;
}

}  // namespace

std::string toText(const result::Result& result, const TextOptions& options) {
  return toText(result, [&](size_t k, size_t) { return shown(result.entries[k]); }, options);
}

std::string toText(const result::Result& result, const ShowEntry& show, const TextOptions& options) {
  const size_t most = options.all ? SIZE_MAX : options.mostRows;
  std::string text;
  // Without an entry there is still a verdict, and the notes say why.
  if (result.entries.empty()) text += std::string(result::toText(result::overall(result))) + (result.notes.empty() ? "\n" : " - ");
  if (result.entries.size() > 1) text += summary(result) + "\n";
  if (result.entries.size() > 1 && options.summary) return text + summaryTable(result, show, options) + notesOf(result);
  for (const Verdict verdict : {Verdict::Different, Verdict::Failed, Verdict::Inconclusive, Verdict::Intended, Verdict::Equivalent})
    for (size_t k = 0; k < result.entries.size(); ++k) {
      if (result.entries[k].verdict != verdict) continue;
      if (!text.empty()) text += '\n';
      text += EntryText(show(k, most), options).text();
    }
  return text + notesOf(result);
}

}  // namespace cleave::report
