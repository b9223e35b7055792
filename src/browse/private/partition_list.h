// Which partitions are listed, and in which order. Words are made of those that a filter or an order asks for.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "browse/private/open_entry.h"

namespace cleave::browse {

enum class Order { WorstFirst, Number, Condition, Before, After };

class PartitionList {
 public:
  explicit PartitionList(const OpenEntry& entry) : entry_(entry) { update(); }

  const std::vector<size_t>& places() const { return places_; }
  void setFilter(const std::string& text);
  void setGroup(std::optional<size_t> group);
  void nextKind();  // all, then each kind that there is
  void nextOrder();
  std::optional<size_t> group() const { return group_; }
  std::string text() const;  // "35 of 101 partitions, group 1, different, by condition"

 private:
  void update();
  bool isIn(size_t place) const;

  const OpenEntry& entry_;
  std::string filter_;
  std::vector<std::string> filterWords_;
  std::optional<size_t> group_;
  std::optional<result::PartitionKind> kind_;
  Order order_ = Order::WorstFirst;
  std::vector<size_t> places_;
};

}  // namespace cleave::browse
