#include "report/summary.h"

#include <algorithm>
#include <set>
#include <vector>

#include "report/layout.h"
#include "report/row_text.h"
#include "report/share_text.h"
#include "report/source_names.h"
#include "report/utf8.h"
#include "support/enum_table.h"
#include "support/text.h"

namespace cleave::report {

namespace {

using result::EntryResult;
using result::PartitionKind;
using result::Verdict;

constexpr EnumTable<Verdict, const char*> kVerdictStyles({
    {Verdict::Equivalent, "\033[1;32m"},
    {Verdict::Different, "\033[1;31m"},
    {Verdict::Inconclusive, "\033[1;33m"},
    {Verdict::Failed, "\033[1;35m"},
    {Verdict::Intended, "\033[1;32m"},
});

std::string provedOf(const EntryResult& entry) {
  if (entry.shares) return shortText(entry.shares->equal);
  return entry.verdict == Verdict::Equivalent ? "all" : "none";
}

std::string verdictOf(const EntryResult& entry) {
  const bool isBounded = entry.verdict == Verdict::Equivalent && !entry.guarantee.bounds.empty();
  return std::string(result::toText(entry.verdict)) + (isBounded ? " within bounds" : "");
}

// Where one name stands for several functions, which program it is of.
std::string nameOf(const EntryResult& entry, bool severalPrograms) {
  const std::string other = entry.beforeName.empty() ? "" : " (before: " + entry.beforeName + ")";
  return printable(entry.name + (severalPrograms && !entry.program.empty() ? " in " + entry.program : "") + other);
}

double differing(const EntryResult& entry) { return entry.shares ? entry.shares->different.estimate : 0; }

}  // namespace

std::string verdictStyle(Verdict verdict) { return kVerdictStyles[verdict]; }

std::string reasonInShort(const EntryResult& entry) {
  if (entry.verdict == Verdict::Different || entry.verdict == Verdict::Intended) {
    const auto group = std::ranges::find_if(entry.groups, [](const result::Group& each) { return each.kind == PartitionKind::Different && each.example.confirmed; });
    if (group != entry.groups.end()) return RowText(entry, group->example).sentence();
    const std::vector<const result::Partition*> first = differencesFirst(entry);
    const auto confirmed = std::ranges::find_if(first, [](const auto* each) { return each->kind == PartitionKind::Different && each->confirmed; });
    if (confirmed != first.end()) return RowText(entry, **confirmed).sentence();
    if (!first.empty() && first.front()->kind == PartitionKind::Different) return RowText(entry, *first.front()).sentence() + " (unconfirmed)";
  }
  if (entry.verdict == Verdict::Equivalent && !entry.guarantee.bounds.empty()) return printable(join(entry.guarantee.bounds, "; "));
  return printable(entry.reason);
}

std::string summaryTable(const result::Result& result, const ShowEntry& show, const TextOptions& options) {
  std::set<std::string> programs;
  std::vector<size_t> order;
  for (size_t k = 0; k < result.entries.size(); ++k) {
    programs.insert(result.entries[k].program);
    order.push_back(k);
  }
  constexpr EnumTable<Verdict, int> kFirst({{Verdict::Equivalent, 4}, {Verdict::Different, 0}, {Verdict::Inconclusive, 2}, {Verdict::Failed, 1}, {Verdict::Intended, 3}});
  std::ranges::stable_sort(order, [&](size_t a, size_t b) {
    const EntryResult &x = result.entries[a], &y = result.entries[b];
    return kFirst[x.verdict] != kFirst[y.verdict] ? kFirst[x.verdict] < kFirst[y.verdict] : differing(x) > differing(y);
  });
  std::vector<TableRow> rows{{{"function", "shown by", "proved", "verdict"}, ""}};
  for (const size_t k : order) {
    const EntryResult& head = result.entries[k];
    EntryResult entry = head.verdict == Verdict::Different || head.verdict == Verdict::Intended ? show(k, options.mostRows).entry : head;
    useSourceNames(entry);
    useShortNames(entry);
    rows.push_back({{nameOf(entry, programs.size() > 1), reasonInShort(entry), provedOf(entry), verdictOf(entry)},
                    options.color ? verdictStyle(entry.verdict) : ""});
  }
  TableShape shape;
  shape.width = std::max(60u, options.width);
  return "\n" + table(rows, shape);
}

}  // namespace cleave::report
