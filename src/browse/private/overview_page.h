// The first page: all functions, with verdicts and shares, what differs first.
#pragma once

#include <memory>
#include <vector>

#include "browse/private/page.h"
#include "browse/private/position.h"
#include "report/material.h"

namespace cleave::browse {

class OverviewPage : public Page {
 public:
  explicit OverviewPage(const report::Material& material);

  std::string name() const override { return "functions"; }
  Lines draw(Size size) override;
  bool press(const Press& press) override { return position_.press(press); }
  std::string keys() const override { return "↑↓ choose   Enter open   / filter   ? help   q quit"; }
  std::string filterName() const override { return "filter"; }
  void filter(const std::string& text) override;

  bool hasChosen() const { return position_.count() != 0; }
  size_t chosen() const { return shown_[position_.chosen()]; }  // the index of an entry
  // The one behind (or before) the chosen one becomes that; false: there is none.
  bool go(bool forwards);
  size_t place() const { return position_.chosen(); }
  size_t count() const { return shown_.size(); }

 private:
  struct Words {
    std::string name, reason, shownBy;
  };
  const Words& words(size_t entry);
  Line row(size_t entry, size_t width, bool isChosen);
  Lines detail(size_t width, size_t height);

  const report::Material& material_;
  std::vector<size_t> all_, shown_;
  std::vector<std::unique_ptr<Words>> words_;  // of those that were looked at
  ListPosition position_;
};

// A part of the input space each for what is equal, different, undefined and open.
Line shareBar(const result::EntryResult& entry, size_t width);

}  // namespace cleave::browse
