#include "report/material.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "report/layout.h"
#include "report/row_text.h"
#include "report/source_names.h"
#include "report/utf8.h"
#include "support/text.h"

namespace cleave::report {

using result::EntryResult;
using result::Group;
using result::PartitionKind;
using result::Verdict;

namespace {

constexpr size_t kMostUngrouped = 20;
constexpr Verdict kWorstFirst[] = {Verdict::Different, Verdict::Failed, Verdict::Inconclusive, Verdict::Intended, Verdict::Equivalent};

Group groupOfOne(const result::Partition& partition) {
  Group group;
  group.kind = partition.kind;
  group.reason = partition.reason;
  group.condition = partition.condition;
  group.conditionText = partition.conditionText.empty() ? "true" : partition.conditionText;
  group.isExact = true;  // it is the condition itself
  group.marks = partition.marks;
  group.changes = partition.changes;
  group.partitions = {partition.id};
  group.isUniform = true;
  group.example = partition;
  return group;
}

}  // namespace

std::vector<Group> groupsOf(const EntryResult& entry) {
  if (!entry.groups.empty()) return entry.groups;
  std::vector<Group> groups;
  for (const result::Partition* each : differencesFirst(entry)) groups.push_back(groupOfOne(*each));
  return groups;
}

EntryResult entryForGroups(const Material& material, size_t index) {
  const EntryResult& head = material.result.entries[index];
  EntryResult entry = head.groups.empty() ? material.show(index, kMostUngrouped).entry : head;
  entry.program = head.program;
  if (head.groups.empty() && entry.partitions.size() > kMostUngrouped) {
    std::vector<result::Partition> first;
    for (const result::Partition* each : differencesFirst(entry))
      if (first.size() < kMostUngrouped) first.push_back(*each);
    entry.partitions = std::move(first);
  }
  useSourceNames(entry);
  return entry;
}

std::vector<size_t> worstFirst(const result::Result& result) {
  std::vector<size_t> order;
  for (const Verdict verdict : kWorstFirst)
    for (size_t k = 0; k < result.entries.size(); ++k)
      if (result.entries[k].verdict == verdict) order.push_back(k);
  return order;
}

std::string nameOf(const EntryResult& entry) {
  return printable(entry.name + (entry.program.empty() || entry.program == entry.name ? "" : " in " + entry.program) +
                   (entry.beforeName.empty() ? "" : " (before: " + entry.beforeName + ")"));
}

std::string verdictText(const EntryResult& entry) {
  const bool isBounded = result::isPositive(entry.verdict) && !entry.guarantee.bounds.empty();
  return std::string(result::toText(entry.verdict)) + (isBounded ? " within bounds" : "");
}

std::string countsText(const result::Result& result) {
  std::map<Verdict, size_t> counts;
  for (const EntryResult& entry : result.entries) ++counts[entry.verdict];
  std::vector<std::string> parts;
  for (const Verdict verdict : kWorstFirst)
    if (counts[verdict] != 0) parts.push_back(fmt::format("{} {}", counts[verdict], result::toText(verdict)));
  return counted(result.entries.size(), "function") + (parts.empty() ? "" : ": " + join(parts, ", "));
}

}  // namespace cleave::report
