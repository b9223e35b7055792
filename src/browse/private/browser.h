// The view without a terminal: what is on the screen, and what a key does to that. It begins with the list of functions, or in the only
// one.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "browse/private/groups_page.h"
#include "browse/private/overview_page.h"
#include "browse/private/partitions_page.h"
#include "browse/private/sources_page.h"
#include "browse/private/text_page.h"
#include "report/material.h"

namespace cleave::browse {

class Browser {
 public:
  explicit Browser(const report::Material& material);  // which outlives this

  Lines screen(Size size);  // as many lines as it is high, each as wide
  void press(const Press& press);
  bool isOver() const { return isOver_; }

 private:
  // A function, and its pages.
  struct Open {
    Open(const report::Material& material, size_t index, const std::vector<report::SourcePair>& pairs);
    OpenEntry entry;
    GroupsPage groups;
    PartitionsPage partitions;
    SourcesPage sources;
    TextPage runs, claims;
    std::array<Page*, 5> pages;
    std::vector<size_t> cameFrom;  // pages, by Enter
  };

  void open();
  void show(size_t page);
  void back();
  void enter();
  void onCharacter(const std::string& text);
  void onPrompt(const Press& press);
  void onOther(const Press& press);
  Page& page();
  Line title(size_t width) const;
  Line tabs(size_t width) const;
  Line keys(size_t width);

  const report::Material& material_;
  std::vector<report::SourcePair> pairs_;
  OverviewPage overview_;
  std::unique_ptr<Open> open_;
  size_t shown_ = 0;  // of the pages
  TextPage help_;
  bool isHelp_ = false;
  bool isOver_ = false;
  bool asks_ = false;  // for a filter
  std::string typed_;
};

}  // namespace cleave::browse
