// All partitions as a list, and below it the chosen one. Only what can be seen is drawn, so that there may be tens of thousands.
#pragma once

#include "browse/private/open_entry.h"
#include "browse/private/page.h"
#include "browse/private/partition_list.h"
#include "browse/private/position.h"

namespace cleave::browse {

class PartitionsPage : public Page {
 public:
  explicit PartitionsPage(OpenEntry& entry);

  std::string name() const override { return "Partitions"; }
  Lines draw(Size size) override;
  bool press(const Press& press) override;
  std::string keys() const override { return "↑↓ choose   Enter runs   / filter   f kind   s sort   g group   ? help"; }
  std::string filterName() const override { return "filter"; }
  void filter(const std::string& text) override;

  void showGroup(std::optional<size_t> group);
  void follow();  // the partition that was chosen elsewhere

 private:
  void updated();
  Line row(size_t place, size_t width, bool isChosen, const std::string& shared) const;
  std::string sharedBy(size_t first, size_t end) const;
  Lines detail(size_t width, size_t height) const;

  OpenEntry& entry_;
  PartitionList list_;
  ListPosition position_;
};

}  // namespace cleave::browse
