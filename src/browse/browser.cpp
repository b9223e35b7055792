#include "browse/private/browser.h"

#include <algorithm>

#include <fmt/format.h>

#include "report/layout.h"
#include "report/source_names.h"
#include "report/utf8.h"

namespace cleave::browse {

namespace {

constexpr Size kSmallest{40, 10};
enum PageNumber : size_t { kGroups, kPartitions, kSources, kRuns, kClaims };

// The last character of it goes, all of its bytes.
void dropLast(std::string& text) {
  while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xc0) == 0x80) text.pop_back();
  if (!text.empty()) text.pop_back();
}

std::string countOf(const OpenEntry& entry, size_t page) {
  if (page == kGroups) return fmt::format(" {}", entry.groups().size());
  if (page == kPartitions) return fmt::format(" {}", entry.result().partitions.size());
  return {};
}

}  // namespace

Browser::Open::Open(const report::Material& material, size_t index, const std::vector<report::SourcePair>& allPairs)
    : entry(material, index, allPairs),
      groups(entry),
      partitions(entry),
      sources(entry),
      runs("Runs", [this](size_t width) { return runsText(entry, width); }),
      claims("Claims", [this](size_t width) { return claimsText(entry, width); }),
      pages{&groups, &partitions, &sources, &runs, &claims} {}

Browser::Browser(const report::Material& material)
    : material_(material), pairs_(report::sourcePairs(material)), overview_(material), help_("Keys", helpText) {
  if (material.result.entries.size() == 1) open();
}

Page& Browser::page() {
  if (isHelp_) return help_;
  return open_ ? *open_->pages[shown_] : static_cast<Page&>(overview_);
}

void Browser::open() {
  if (!overview_.hasChosen()) return;
  open_ = std::make_unique<Open>(material_, overview_.chosen(), pairs_);
  if (open_->entry.result().partitions.empty() && shown_ != kSources) shown_ = kClaims;
}

void Browser::show(size_t page) {
  shown_ = page;
  if (page == kPartitions) open_->partitions.follow();
  if (page == kRuns) open_->runs.toStart();
}

// --- keys

void Browser::press(const Press& press) {
  if (asks_) return onPrompt(press);
  if (page().press(press)) return;
  if (press.key == Key::Character) return onCharacter(press.text);
  onOther(press);
}

void Browser::onPrompt(const Press& press) {
  const std::string before = typed_;
  switch (press.key) {
    case Key::Enter:
      asks_ = false;
      return;
    case Key::Escape:
      asks_ = false;
      typed_.clear();
      break;
    case Key::Backspace:
      dropLast(typed_);
      break;
    case Key::Character:
      typed_ += press.text;
      break;
    case Key::Up:
    case Key::Down:
    case Key::PageUp:
    case Key::PageDown:
    case Key::Home:
    case Key::End:
    case Key::Left:
    case Key::Right:
    case Key::Tab:
    case Key::BackTab:
      asks_ = false;
      page().press(press);
      return;
  }
  if (typed_ != before) page().filter(typed_);
}

void Browser::onCharacter(const std::string& text) {
  if (text == "q") {
    isOver_ = true;
  } else if (text == "?") {
    isHelp_ = !isHelp_;
    help_.toStart();
  } else if (isHelp_) {
    return;
  } else if (text == "/" && !page().filterName().empty()) {
    asks_ = true;
    typed_ = page().filterText();
  } else if (open_ && (text == "n" || text == "p")) {
    if (overview_.go(text == "n")) open();
  } else if (open_ && text.size() == 1 && text[0] >= '1' && text[0] <= '5') {
    open_->cameFrom.clear();
    show(static_cast<size_t>(text[0] - '1'));
  }
}

void Browser::onOther(const Press& press) {
  if (press.key == Key::Escape || press.key == Key::Backspace) return back();
  if (isHelp_) return;
  if (press.key == Key::Enter) return enter();
  const bool isNext = press.key == Key::Tab || press.key == Key::Right, isBefore = press.key == Key::BackTab || press.key == Key::Left;
  if (!open_ || (!isNext && !isBefore)) return;
  const size_t count = open_->pages.size();
  open_->cameFrom.clear();
  show((shown_ + (isNext ? 1 : count - 1)) % count);
}

void Browser::enter() {
  if (!open_) {
    shown_ = kGroups;
    return open();
  }
  if (shown_ == kGroups && open_->groups.hasGroups()) {
    open_->partitions.filter("");
    open_->partitions.showGroup(open_->groups.chosen());
    open_->cameFrom.push_back(shown_);
    show(kPartitions);
  } else if (shown_ == kPartitions && open_->entry.hasChosen()) {
    open_->cameFrom.push_back(shown_);
    show(kRuns);
  } else {
    page().findNext();
  }
}

void Browser::back() {
  if (isHelp_) {
    isHelp_ = false;
  } else if (!page().filterText().empty()) {
    page().filter("");
  } else if (open_ && !open_->cameFrom.empty()) {
    const size_t to = open_->cameFrom.back();
    open_->cameFrom.pop_back();
    if (to == kGroups) open_->partitions.showGroup(std::nullopt);
    show(to);
  } else {
    open_.reset();
  }
}

// --- the screen

Line Browser::title(size_t width) const {
  Line line(" cleave  ", Look::Bar);
  std::string right;
  if (open_) {
    const result::EntryResult& entry = open_->entry.result();
    line.add(report::nameOf(entry) + "  ", Look::Bar).add(report::verdictText(entry), Look::Bar);
    right = fmt::format(" function {} of {} ", overview_.place() + 1, overview_.count());
  } else {
    line.add(result::toText(material_.verdict), Look::Bar);
    right = " " + report::printable(material_.directory) + " ";
  }
  const size_t taken = std::min(width / 2, report::displayWidth(right));
  return line.cut(width - taken).padTo(width - taken, Look::Bar).add(cell(right, taken, Look::Bar));
}

Line Browser::tabs(size_t width) const {
  Line line;
  const bool isShort = width < 64;
  for (size_t k = 0; k < open_->pages.size(); ++k) {
    const std::string text = fmt::format("{} {}{}", k + 1, open_->pages[k]->name(), isShort ? "" : countOf(open_->entry, k));
    line.add(isShort ? text : " " + text + " ", k == shown_ ? Look::Chosen : Look::Muted).add(" ");
  }
  return line.cut(width);
}

Line Browser::keys(size_t width) {
  if (asks_) {
    const Line prompt = Line(page().filterName() + ": ", Look::Strong).add(report::printable(typed_)).add(" ", Look::Chosen);
    const size_t all = prompt.width();
    if (all > width) return prompt.from(all - width).cut(width);  // its end is where one types
    return Line(prompt).add("   Enter keeps it, Esc clears it", Look::Muted).cut(width);
  }
  if (isHelp_) return Line("↑↓ move   Esc back", Look::Muted).cut(width);
  return Line(page().keys(), Look::Muted).cut(width);
}

Lines Browser::screen(Size size) {
  Lines lines;
  if (size.width < kSmallest.width || size.height < kSmallest.height) {
    lines.push_back(Line(fmt::format("cleave needs {} x {}", kSmallest.width, kSmallest.height)).cut(size.width));
  } else {
    lines.push_back(title(size.width));
    if (open_ && !isHelp_) lines.push_back(tabs(size.width));
    lines.emplace_back();
    const size_t room = size.height - lines.size() - 1;
    Lines inside = page().draw({size.width, room});
    inside.resize(room);
    for (Line& each : inside) lines.push_back(std::move(each));
    lines.push_back(keys(size.width));
  }
  lines.resize(size.height);
  return lines;
}

}  // namespace cleave::browse
