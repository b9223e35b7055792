#include "browse/private/partitions_page.h"

#include <algorithm>

#include <fmt/format.h>

#include "report/layout.h"
#include "report/row_text.h"
#include "report/utf8.h"
#include "support/text.h"

namespace cleave::browse {

namespace {

constexpr size_t kKind = 11;

struct Columns {
  size_t number, condition, shown;
};

Columns columnsFor(const result::EntryResult& entry, size_t width) {
  const size_t number = std::to_string(entry.partitions.empty() ? 0 : entry.partitions.back().id).size() + 1;
  const size_t taken = 2 + number + 1 + kKind + 2;
  const size_t left = width > taken ? width - taken : 0;
  const size_t shown = left / 4;
  return {number, left - 2 * shown, shown};
}

}  // namespace

PartitionsPage::PartitionsPage(OpenEntry& entry) : entry_(entry), list_(entry) {
  position_.setCount(list_.places().size());
  follow();
}

void PartitionsPage::follow() {
  if (!entry_.hasChosen()) return;
  const auto at = std::ranges::find(list_.places(), entry_.chosenPlace());
  if (at != list_.places().end()) position_.choose(static_cast<size_t>(at - list_.places().begin()));
}

// The chosen one stays chosen if it is still there; else it is the first.
void PartitionsPage::updated() {
  position_.setCount(list_.places().size());
  if (list_.places().empty()) return;
  if (!entry_.hasChosen() || std::ranges::find(list_.places(), entry_.chosenPlace()) == list_.places().end())
    entry_.choose(list_.places().front());
  follow();
}

void PartitionsPage::filter(const std::string& text) {
  filterText_ = text;
  list_.setFilter(text);
  updated();
}

void PartitionsPage::showGroup(std::optional<size_t> group) {
  list_.setGroup(group);
  updated();
}

bool PartitionsPage::press(const Press& press) {
  if (position_.press(press)) {
    if (!list_.places().empty()) entry_.choose(list_.places()[position_.chosen()]);
    return true;
  }
  if (isCharacter(press, "f"))
    list_.nextKind();
  else if (isCharacter(press, "s"))
    list_.nextOrder();
  else if (isCharacter(press, "g"))
    list_.setGroup(list_.group() || !entry_.hasChosen() ? std::nullopt : entry_.groupOf(entry_.chosenPlace()));
  else
    return false;
  updated();
  return true;
}

// Conjuncts with which all of these conditions begin: they tell nobody apart.
std::string PartitionsPage::sharedBy(size_t first, size_t end) const {
  const std::vector<size_t>& places = list_.places();
  if (end < first + 2) return {};
  std::string shared = entry_.words(places[first]).condition;
  for (size_t k = first + 1; k < end; ++k) {
    const std::string& other = entry_.words(places[k]).condition;
    shared.resize(static_cast<size_t>(std::ranges::mismatch(shared, other).in1 - shared.begin()));
  }
  const size_t last = shared.rfind(" && ");
  return last == std::string::npos ? std::string() : shared.substr(0, last + 4);
}

Line PartitionsPage::row(size_t place, size_t width, bool isChosen, const std::string& shared) const {
  const result::Partition& partition = entry_.result().partitions[place];
  const PartitionWords& words = entry_.words(place);
  const Columns columns = columnsFor(entry_.result(), width);
  Line line(isChosen ? "▌ " : "  ", Look::Strong);
  line.add(cell(fmt::format("#{}", partition.id), columns.number + 1, Look::Muted))
      .add(cell(kindText(partition), kKind, lookOf(partition.kind)));
  const bool isLong = report::displayWidth(words.condition) > columns.condition && !shared.empty();
  line.add(cell(isLong ? "… " + words.condition.substr(shared.size()) : words.condition, columns.condition))
      .add(" ")
      .add(cell(words.before, columns.shown))
      .add(" ")
      .add(cell(words.after, columns.shown));
  return isChosen ? line.shown(Look::Chosen).padTo(width, Look::Chosen) : line;
}

Lines PartitionsPage::detail(size_t width, size_t height) const {
  const result::Partition& partition = entry_.chosen();
  const PartitionWords& words = entry_.words(entry_.chosenPlace());
  const bool differs = partition.kind == result::PartitionKind::Different;
  Lines lines;
  addLabelled(lines, "condition", words.condition, width, Look::Strong);
  addLabelled(lines, "e.g.", words.call, width);
  addLabelled(lines, "before", words.before, width, differs ? Look::Removed : Look::Plain);
  addLabelled(lines, "after", words.after, width, differs ? Look::Added : Look::Plain);
  std::string why = report::printable(partition.reason);
  if (!partition.marks.empty()) why += "; " + report::printable(join(partition.marks, ", "));
  if (const std::optional<size_t> group = entry_.groupOf(entry_.chosenPlace())) why += fmt::format("; group {}", *group + 1);
  addLabelled(lines, "why", why, width, Look::Muted);
  if (lines.size() <= height) return lines;
  lines.resize(height);
  lines.back() = Line("… (Enter: all of it)", Look::Muted);
  return lines;
}

Lines PartitionsPage::draw(Size size) {
  if (entry_.result().partitions.empty())
    return {Line("Nothing was explored here; Claims (5) has what is known.", Look::Muted).cut(size.width)};
  follow();
  Lines lines{Line(list_.text()).cut(size.width)};
  const Columns columns = columnsFor(entry_.result(), size.width);
  lines.push_back(Line("  ")
                      .add(cell("", columns.number + 1))
                      .add(cell("kind", kKind, Look::Muted))
                      .add(cell("condition", columns.condition + 1, Look::Muted))
                      .add(cell("before", columns.shown + 1, Look::Muted))
                      .add(cell("after", columns.shown, Look::Muted))
                      .cut(size.width));
  const size_t below = size.height >= 14 ? std::min<size_t>(16, size.height * 2 / 5) : 0;
  const size_t room = size.height - std::min(size.height, lines.size() + below + (below == 0 ? 0 : 1));
  const std::vector<size_t>& places = list_.places();
  const size_t first = position_.first(room);
  const size_t end = std::min(places.size(), first + room);
  const std::string shared = sharedBy(first, end);
  for (size_t k = first; k < end; ++k) lines.push_back(row(places[k], size.width, k == position_.chosen(), shared).cut(size.width));
  if (places.empty()) lines.push_back(Line("  no partition matches", Look::Muted));
  if (below == 0 || places.empty()) return lines;
  lines.resize(size.height - below - 1);
  lines.emplace_back();
  for (Line& each : detail(size.width, below)) lines.push_back(std::move(each));
  return lines;
}

}  // namespace cleave::browse
