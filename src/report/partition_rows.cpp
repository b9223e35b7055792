#include "report/partition_rows.h"

#include <algorithm>

#include "report/pointer_words.h"
#include "report/row_text.h"
#include "report/utf8.h"
#include "report/value_words.h"
#include "support/enum_table.h"
#include "support/text.h"

namespace cleave::report {

namespace {

using result::EntryResult;
using result::Group;
using result::Partition;
using result::PartitionKind;

constexpr EnumTable<PartitionKind, const char*> kPartitionStyles({
    {PartitionKind::Equal, "\033[32m"},
    {PartitionKind::Different, "\033[31m"},
    {PartitionKind::Undefined, "\033[35m"},
    {PartitionKind::Unfinished, "\033[33m"},
});

std::string styleOf(PartitionKind kind, bool color) { return color ? kPartitionStyles[kind] : ""; }

std::string marksOf(const std::vector<std::string>& marks) { return marks.empty() ? "" : printable(join(marks, ", ")) + ": "; }

// Whether a difference is intended is the same for all of a group.
std::string kindOf(const Partition& partition) {
  if (partition.intent == result::Intent::Inside) return "intended";
  return std::string(result::toText(partition.kind)) + (partition.intent == result::Intent::Open ? "?" : "");
}

// Below the row that says what it is.
void addReasonAndExample(std::vector<TableRow>& rows, const Partition& partition, const std::vector<std::string>& marks,
                         const RowText& row) {
  const bool saysWhy = partition.before.outcome == "unfinished" || partition.after.outcome == "unfinished";
  if (partition.kind == PartitionKind::Unfinished && !saysWhy && !partition.reason.empty())
    rows.push_back({{printable(partition.reason), "", "", ""}, ""});
  if (partition.kind == PartitionKind::Undefined) rows.push_back({{printable(partition.reason) + ", e.g. " + row.call(), "", "", ""}, ""});
  if (partition.kind == PartitionKind::Different)
    rows.push_back(
        {{marksOf(marks) + "e.g. " + row.call(), row.beforeShown(), row.afterShown(), partition.confirmed ? "confirmed" : "unconfirmed"},
         ""});
}

// What both versions compute alike need not be read; if it is short, it may well be.
bool isLongAndEqual(const Group& group, const RowText& row) {
  constexpr size_t kLong = 80;
  return group.kind == PartitionKind::Equal && row.before() == row.after() && row.before().size() > kLong && !group.reason.empty();
}

// All others are exact, and there is no input in no group: then this one is the rest, exactly.
bool isTheRest(const EntryResult& entry, const Group& group) {
  return entry.guarantee.exhaustive && entry.groups.size() > 1 && !group.isExact &&
         std::ranges::count_if(entry.groups, [](const Group& each) { return !each.isExact; }) == 1;
}

}  // namespace

std::string conditionText(const EntryResult& entry, const Group& group) {
  if (isTheRest(entry, group)) return "otherwise";
  if (group.conditionText.empty()) return "(no short condition)";
  return (group.isExact ? "" : "needs ") + printable(withShortEnumerators(entry.vocabulary, withPointers(entry.inputs, group.conditionText)));
}

void addPartitionRows(std::vector<TableRow>& rows, const EntryResult& entry, const Partition& partition, bool color) {
  const RowText row(entry, partition);
  rows.push_back({{row.condition(), row.before(), row.after(), kindOf(partition)}, styleOf(partition.kind, color)});
  addReasonAndExample(rows, partition, partition.marks, row);
}

void addGroupRows(std::vector<TableRow>& rows, const EntryResult& entry, const Group& group, bool color) {
  const RowText row(entry, group.example);
  const size_t count = group.partitions.size();
  const std::string kind = (count == 1 ? "" : std::to_string(count) + " ") + kindOf(group.example);
  const bool isOneWay = (count == 1 || (group.isUniform && !group.example.beforeExpr.empty())) && !isLongAndEqual(group, row);
  const bool tellsReason = !isOneWay && (group.kind == PartitionKind::Different || group.kind == PartitionKind::Equal);
  rows.push_back(
      {{conditionText(entry, group), isOneWay ? row.before() : "", isOneWay ? row.after() : "", kind}, styleOf(group.kind, color)});
  if (tellsReason) rows.push_back({{"(" + printable(group.reason) + ")", "", "", ""}, ""});
  addReasonAndExample(rows, group.example, group.marks, row);
}

}  // namespace cleave::report
