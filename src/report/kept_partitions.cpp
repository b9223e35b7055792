#include "report/kept_partitions.h"

#include <algorithm>
#include <string_view>

#include "report/json_parts.h"
#include "result/terms.h"

namespace cleave::report {

namespace {

constexpr size_t kAtLeast = 5;

size_t sizeOf(const result::Partition& partition) {
  Json json = Json::object();
  addPartition(json, partition);
  return json.dump().size();
}

// By position.
std::vector<bool> chosen(const std::vector<result::Partition>& partitions, size_t most) {
  std::vector<bool> isChosen(partitions.size(), false);
  size_t count = 0, bytes = 0;
  for (const result::PartitionKind kind : kByWorth)
    for (size_t k = 0; k < partitions.size(); ++k) {
      if (partitions[k].kind != kind) continue;
      bytes += sizeOf(partitions[k]);
      if (count >= kAtLeast && bytes > most) return isChosen;
      isChosen[k] = true;
      ++count;
    }
  return isChosen;
}

}  // namespace

result::EntryResult keptOf(result::EntryResult whole, size_t bytes) {
  const std::vector<bool> isChosen = chosen(whole.partitions, bytes);
  if (std::ranges::find(isChosen, false) == isChosen.end()) return whole;
  result::Terms terms;
  std::vector<result::Partition> kept;
  for (size_t k = 0; k < isChosen.size(); ++k) {
    result::Partition& each = whole.partitions[k];
    terms.insert(terms.end(), std::make_move_iterator(each.terms.begin()), std::make_move_iterator(each.terms.end()));
    each.terms.clear();
    if (isChosen[k]) {
      kept.push_back(std::move(each));
    } else {
      ++whole.leftOut.counts[static_cast<size_t>(each.kind)];
    }
  }
  std::vector<std::string_view> conditions;
  for (const result::Partition& each : kept) conditions.push_back(each.condition);
  kept.front().terms = result::TermTable(terms).neededBy(conditions);
  whole.partitions = std::move(kept);
  return whole;
}

}  // namespace cleave::report
