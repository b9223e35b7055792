// The groups of a function, each as a whole: condition, example, both results. The chosen one's example is the chosen partition.
#pragma once

#include <vector>

#include "browse/private/open_entry.h"
#include "browse/private/page.h"
#include "browse/private/position.h"

namespace cleave::browse {

class GroupsPage : public Page {
 public:
  explicit GroupsPage(OpenEntry& entry) : entry_(entry) {}

  std::string name() const override { return "Groups"; }
  Lines draw(Size size) override;
  bool press(const Press& press) override;
  std::string keys() const override { return "↑↓ choose   Enter partitions   Tab page   n p function   ? help   q quit"; }

  bool hasGroups() const { return !entry_.groups().empty(); }
  size_t chosen() const { return chosen_; }

 private:
  void layOut(size_t width);
  void choose(size_t group);

  OpenEntry& entry_;
  size_t chosen_ = 0;
  size_t width_ = 0, height_ = 1;
  Lines lines_;                 // of all groups, for this width
  std::vector<size_t> starts_;  // where each group begins, and the end
  size_t first_ = 0;
  bool follows_ = true;  // the chosen one is to be seen
};

}  // namespace cleave::browse
