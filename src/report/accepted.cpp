#include "report/accepted.h"

#include <algorithm>
#include <cctype>

#include "report/pointer_words.h"
#include "report/rename.h"
#include "report/row_text.h"
#include "report/source_names.h"
#include "support/text.h"

namespace cleave::report {

namespace {

using result::EntryResult;
using result::Group;
using result::Partition;

constexpr size_t kMostPartitions = 8;

bool isExpression(const std::string& text) { return !text.empty() && isC(text); }

// " && after == x", where the versions return a number that is one expression on all of it.
std::string resultInC(const EntryResult& entry, const Partition& partition) {
  const auto isTaken = [](const result::Input& input) { return input.name == "after" || input.name == "after_is_null"; };
  if (std::ranges::any_of(entry.inputs, isTaken)) return "";
  const auto returned = std::ranges::find(partition.afterExpr, "return", [](const auto& each) { return each.first; });
  if (partition.after.outcome != "returned" || returned == partition.afterExpr.end()) return "";
  if (returned->second == "null") return " && after_is_null";
  if (!isExpression(returned->second) || returned->second.find('&') == 0) return "";
  const bool isWord = std::ranges::all_of(returned->second, [](unsigned char c) { return std::isalnum(c) != 0 || c == '-' || c == '_'; });
  return " && after == " + (isWord ? returned->second : "(" + returned->second + ")");
}

std::string conditionInC(const EntryResult& entry, const std::string& text) { return withPointers(entry.inputs, text); }

std::string whenOf(const EntryResult& entry, const Group& group) {
  if (group.isExact && isExpression(group.conditionText)) {
    const std::string condition = conditionInC(entry, group.conditionText);
    const std::string result = group.isUniform || group.partitions.size() == 1 ? resultInC(entry, group.example) : "";
    return result.empty() ? condition : "(" + condition + ")" + result;
  }
  if (group.partitions.size() > kMostPartitions) return "";
  std::vector<std::string> ways;
  for (const uint32_t id : group.partitions) {
    const auto partition = std::ranges::find(entry.partitions, id, &Partition::id);
    if (partition == entry.partitions.end() || !isExpression(partition->conditionText)) return "";
    ways.push_back("(" + conditionInC(entry, partition->conditionText) + resultInC(entry, *partition) + ")");
  }
  return join(ways, " || ");
}

}  // namespace

std::vector<Acceptable> acceptable(const EntryResult& given) {
  EntryResult entry = given;
  useSourceNames(entry);
  std::vector<Acceptable> all;
  for (const Group& group : entry.groups) {
    if (!result::isUnwanted(group.example)) continue;
    all.push_back({entry.name + ":" + std::to_string(all.size() + 1), entry.name, whenOf(entry, group), RowText(entry, group.example).sentence()});
  }
  return all;
}

}  // namespace cleave::report
