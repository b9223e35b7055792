// Both sources side by side (on a narrow screen in one column): changed lines, those that the chosen partition relies on, where its runs
// part and end.
#pragma once

#include <optional>
#include <vector>

#include "browse/private/open_entry.h"
#include "browse/private/page.h"
#include "browse/private/position.h"
#include "browse/private/source_rows.h"

namespace cleave::browse {

class SourcesPage : public Page {
 public:
  explicit SourcesPage(const OpenEntry& entry) : entry_(entry) {}

  std::string name() const override { return "Sources"; }
  Lines draw(Size size) override;
  bool press(const Press& press) override;
  std::string keys() const override { return "↑↓ ←→ move   c C changes   / find   Tab page   n p function   ? help"; }
  std::string filterName() const override { return "find"; }
  void filter(const std::string& text) override;
  void findNext() override { find(1); }

 private:
  void update(bool inOneColumn);
  bool hasFound(const SourceRow& row) const;
  void find(size_t from);  // the next row that has the text, so many behind the present one
  void toChange(bool forwards);
  Line half(const SourceRow& row, Side side, size_t width) const;
  Line line(const SourceRow& row, size_t width) const;
  Lines results(size_t width) const;  // of the chosen partition's example
  Line marked(const std::string& text, Look look) const;

  const OpenEntry& entry_;
  std::vector<SourceRow> rows_;
  std::optional<size_t> rowsOf_;  // the chosen partition when they were made
  bool inOneColumn_ = false;
  bool isShown_ = false;
  TextPosition position_;
  size_t at_ = 0;  // the row that keys moved to
  size_t across_ = 0;
};

}  // namespace cleave::browse
