#include "groups/cluster.h"

#include <algorithm>
#include <map>
#include <set>

#include "support/text.h"

namespace cleave::groups {

using result::Partition;
using result::PartitionKind;

namespace {

// How much has to be the same, most first.
enum class Level { Expressions, Shape, Place, Changes, Kind };  // Expressions: of what differs and is no element of an array
constexpr Level kLevels[] = {Level::Expressions, Level::Shape, Level::Place, Level::Changes, Level::Kind};

std::string endOf(const result::Observation& seen) {
  const bool hasKind = seen.outcome == "trapped" || seen.outcome == "threw";
  return seen.outcome + (hasKind ? " " + seen.detail : "");
}

// What a scalar is computed from, without the numbers: "x + 1" and "x + 2" are alike. Elements of arrays are too many to be told apart.
std::string formOf(const std::vector<std::pair<std::string, std::string>>& expressions, const std::vector<std::string>& shape) {
  std::string text;
  for (const auto& [name, value] : expressions) {
    if (name.find('[') != std::string::npos || std::ranges::find(shape, name) == shape.end()) continue;
    text += name + "=";
    for (const char c : value)
      if (c < '0' || c > '9') text += c;
    text += ";";
  }
  return text;
}

// Of one that claims nothing, or that both versions agree: why. The rest of it is about one input.
std::string reasonOf(const Partition& partition) { return partition.reason.substr(0, partition.reason.find(':')); }

std::string keyOf(const Partition& partition, const Part& part, const std::vector<std::string>& shape, Level level) {
  std::string key = result::toText(partition.intent);  // what is intended and what is not are never one thing
  if (level == Level::Kind) return key;
  if (partition.kind != PartitionKind::Different) return reasonOf(partition);
  key += "|";
  for (const uint32_t id : partition.changes) key += std::to_string(id) + ",";
  key += "|" + endOf(partition.before) + "|" + endOf(partition.after) + "|";
  if (level == Level::Changes) return key;
  key += join(partition.marks, ";") + "|" + part.place + "|";
  if (level == Level::Place) return key;
  key += join(shape, ";") + "|";
  if (level == Level::Shape) return key;
  return key + formOf(partition.beforeExpr, shape) + "|" + formOf(partition.afterExpr, shape);
}

}  // namespace

std::vector<std::string> shapeOf(const Partition& partition) {
  std::set<std::string> names;
  if (endOf(partition.before) != endOf(partition.after) ||
      (partition.before.outcome == "exited" && partition.before.detail != partition.after.detail))
    names.insert("ends");
  const auto &x = partition.before.values, &y = partition.after.values;
  if (std::ranges::equal(x, y, {}, [](const auto& each) { return each.first; }, [](const auto& each) { return each.first; })) {
    for (size_t k = 0; k < x.size(); ++k)
      if (x[k].second != y[k].second) names.insert(withoutIndices(x[k].first));
    return {names.begin(), names.end()};
  }
  const std::set<std::pair<std::string, std::string>> before(partition.before.values.begin(), partition.before.values.end());
  const std::set<std::pair<std::string, std::string>> after(partition.after.values.begin(), partition.after.values.end());
  for (const auto& each : before)
    if (!after.contains(each)) names.insert(withoutIndices(each.first));
  for (const auto& each : after)
    if (!before.contains(each)) names.insert(withoutIndices(each.first));
  return {names.begin(), names.end()};
}

std::vector<Clusters> clusterings(std::span<const Partition> partitions, std::span<const Part> parts, PartitionKind kind) {
  std::vector<Clusters> all;
  std::vector<std::vector<std::string>> shapes(partitions.size());
  for (size_t k = 0; k < partitions.size(); ++k)
    if (kind == PartitionKind::Different && partitions[k].kind == kind) shapes[k] = shapeOf(partitions[k]);
  for (const Level level : kLevels) {
    std::map<std::string, std::vector<size_t>> byKey;
    for (size_t k = 0; k < partitions.size(); ++k)
      if (partitions[k].kind == kind) byKey[keyOf(partitions[k], parts[k], shapes[k], level)].push_back(k);
    if (byKey.empty()) break;
    const bool isTooMany = byKey.size() > kMostGroups, isShorter = all.empty() || byKey.size() < all.back().size();
    if ((isTooMany && level != Level::Kind) || !isShorter) continue;
    Clusters& found = all.emplace_back();
    for (auto& [key, members] : byKey) found.push_back(std::move(members));
    std::ranges::sort(found,
                      [](const auto& a, const auto& b) { return a.size() != b.size() ? a.size() > b.size() : a.front() < b.front(); });
  }
  return all;
}

Clusters clusters(std::span<const Partition> partitions, std::span<const Part> parts) {
  Clusters all;
  for (const PartitionKind kind : {PartitionKind::Different, PartitionKind::Undefined, PartitionKind::Unfinished, PartitionKind::Equal})
    if (std::vector<Clusters> found = clusterings(partitions, parts, kind); !found.empty())
      all.insert(all.end(), std::make_move_iterator(found[0].begin()), std::make_move_iterator(found[0].end()));
  return all;
}

}  // namespace cleave::groups
