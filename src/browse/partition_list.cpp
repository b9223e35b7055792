#include "browse/private/partition_list.h"

#include <algorithm>

#include <fmt/format.h>

#include "report/kept_partitions.h"
#include "report/layout.h"
#include "report/utf8.h"
#include "support/enum_table.h"

namespace cleave::browse {

using result::PartitionKind;

namespace {

constexpr EnumTable<Order, const char*> kOrders({
    {Order::WorstFirst, ""},
    {Order::Number, "by number"},
    {Order::Condition, "by condition"},
    {Order::Before, "by before"},
    {Order::After, "by after"},
});

}  // namespace

bool PartitionList::isIn(size_t place) const {
  if (kind_ && entry_.result().partitions[place].kind != *kind_) return false;
  if (group_ && entry_.groupOf(place) != group_) return false;
  return filterWords_.empty() || matches(entry_.words(place).all, filterWords_);
}

void PartitionList::update() {
  places_.clear();
  for (const size_t each : entry_.worstFirst())
    if (isIn(each)) places_.push_back(each);
  const auto by = [&](auto&& key) { std::ranges::stable_sort(places_, [&](size_t a, size_t b) { return key(a) < key(b); }); };
  switch (order_) {
    case Order::WorstFirst:
      break;
    case Order::Number:
      by([&](size_t place) { return entry_.result().partitions[place].id; });
      break;
    case Order::Condition:
      by([&](size_t place) -> const std::string& { return entry_.words(place).condition; });
      break;
    case Order::Before:
      by([&](size_t place) -> const std::string& { return entry_.words(place).before; });
      break;
    case Order::After:
      by([&](size_t place) -> const std::string& { return entry_.words(place).after; });
      break;
  }
}

void PartitionList::setFilter(const std::string& text) {
  filter_ = text;
  filterWords_ = filterWords(text);
  update();
}

void PartitionList::setGroup(std::optional<size_t> group) {
  group_ = group;
  update();
}

void PartitionList::nextKind() {
  std::vector<std::optional<PartitionKind>> kinds{std::nullopt};
  for (const PartitionKind each : report::kByWorth)
    if (entry_.counts().contains(each)) kinds.emplace_back(each);
  const auto at = std::ranges::find(kinds, kind_);
  kind_ = at == kinds.end() || std::next(at) == kinds.end() ? kinds.front() : *std::next(at);
  update();
}

void PartitionList::nextOrder() {
  order_ = static_cast<Order>((static_cast<size_t>(order_) + 1) % EnumTable<Order, const char*>::kCount);
  update();
}

std::string PartitionList::text() const {
  const size_t all = entry_.result().partitions.size();
  std::string text = places_.size() == all ? report::counted(all, "partition")
                                           : fmt::format("{} of {}", places_.size(), report::counted(all, "partition"));
  if (group_) text += fmt::format(", group {}", *group_ + 1);
  if (kind_) text += fmt::format(", {}", result::toText(*kind_));
  if (order_ != Order::WorstFirst) text += fmt::format(", {}", kOrders[order_]);
  if (!filter_.empty()) text += ", filter: " + report::printable(filter_);
  return text;
}

}  // namespace cleave::browse
