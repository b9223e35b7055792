#include "browse/private/groups_page.h"

#include <algorithm>

#include <fmt/format.h>

#include "report/layout.h"
#include "report/partition_rows.h"
#include "report/row_text.h"
#include "report/share_text.h"
#include "report/utf8.h"
#include "support/text.h"

namespace cleave::browse {

using result::Group;
using result::PartitionKind;

namespace {

constexpr size_t kMargin = 2;

std::string marksText(const std::vector<std::string>& marks) { return report::printable(join(marks, ", ")); }

Line headOf(const Group& group, size_t number) {
  Line line(fmt::format("{}  ", number + 1), Look::Strong);
  line.add(kindText(group.example), lookOf(group.kind));
  line.add("   " + report::counted(group.partitions.size(), "partition"));
  if (group.share) line.add("   " + report::shortText(*group.share) + " of inputs");
  if (group.kind == PartitionKind::Different) line.add(group.example.confirmed ? "   confirmed" : "   unconfirmed", Look::Muted);
  if (!group.marks.empty()) line.add("   " + marksText(group.marks), Look::Undefined);
  return line;
}

std::string changesText(const std::vector<uint32_t>& changes) {
  std::vector<std::string> numbers;
  for (const uint32_t each : changes) numbers.push_back(std::to_string(each));
  return (numbers.size() == 1 ? "change " : "changes ") + join(numbers, ", ");
}

Lines blockOf(const result::EntryResult& entry, const Group& group, size_t number, size_t width) {
  Lines lines{headOf(group, number)};
  const report::RowText row(entry, group.example);
  addLabelled(lines, group.isExact ? "exactly" : "", report::conditionText(entry, group), width, Look::Strong);
  addLabelled(lines, "e.g.", row.call(), width);
  const bool isOneWay = (group.isUniform || group.partitions.size() == 1) && !group.example.beforeExpr.empty();
  const auto shows = [&](const char* label, const std::string& expression, const std::string& value, Look look) {
    addLabelled(lines, label, isOneWay && expression != value ? expression + "   here " + value : value, width, look);
  };
  const bool differs = group.kind == PartitionKind::Different;
  shows("before", row.before(), row.beforeShown(), differs ? Look::Removed : Look::Plain);
  shows("after", row.after(), row.afterShown(), differs ? Look::Added : Look::Plain);
  std::string why = report::printable(group.reason);
  if (!group.changes.empty()) why += (why.empty() ? "" : "; ") + changesText(group.changes);
  if (!group.place.empty()) why += "; the runs part at " + report::printable(group.place);
  addLabelled(lines, "why", why, width, Look::Muted);
  lines.emplace_back();
  return lines;
}

}  // namespace

void GroupsPage::layOut(size_t width) {
  if (width == width_) return;
  width_ = width;
  lines_.clear();
  starts_.clear();
  follows_ = true;
  for (size_t k = 0; k < entry_.groups().size(); ++k) {
    starts_.push_back(lines_.size());
    for (Line& each : blockOf(entry_.result(), entry_.groups()[k], k, width - kMargin - 1)) lines_.push_back(std::move(each));
  }
  starts_.push_back(lines_.size());
  if (entry_.groupsLeftOut() != 0)
    lines_.push_back(
        Line(fmt::format("… and {} that nobody has grouped", report::counted(entry_.groupsLeftOut(), "partition")), Look::Muted));
}

void GroupsPage::choose(size_t group) {
  chosen_ = group;
  entry_.chooseExample(group);
  follows_ = true;
}

// A group that is higher than the screen is read to its end before the next one is chosen.
bool GroupsPage::press(const Press& press) {
  const std::optional<long> by = movement(press, height_);
  if (!by || !hasGroups() || starts_.empty()) return by.has_value();
  const size_t last = entry_.groups().size() - 1, end = first_ + height_;
  if (press.key == Key::Home) choose(0);
  if (press.key == Key::End) choose(last);
  const size_t step = static_cast<size_t>(press.key == Key::PageUp || press.key == Key::PageDown ? height_ - 1 : 1);
  const bool isDown = press.key == Key::Down || press.key == Key::PageDown, isUp = press.key == Key::Up || press.key == Key::PageUp;
  if (isDown && starts_[chosen_ + 1] > end + 1) {
    first_ = std::min(first_ + step, starts_[chosen_ + 1] - height_);
  } else if (isUp && starts_[chosen_] < first_) {
    first_ -= std::min(step, first_ - starts_[chosen_]);
  } else if (isDown || isUp) {
    size_t next = chosen_;
    // A page further, but at least to the next group.
    do next = isDown ? std::min(last, next + 1) : next - std::min<size_t>(next, 1);
    while (next != 0 && next != last && step > 1 && (isDown ? starts_[next + 1] < end + step : starts_[next] + step > first_ + height_));
    choose(next);
  }
  return true;
}

Lines GroupsPage::draw(Size size) {
  layOut(std::max<size_t>(20, size.width));
  height_ = std::max<size_t>(1, size.height);
  if (!hasGroups()) return {Line("Nothing was explored here; Claims (5) has what is known.", Look::Muted).cut(size.width)};
  const size_t start = starts_[chosen_], end = starts_[chosen_ + 1] - 1;  // without the empty line
  if (follows_ && end > first_ + height_) first_ = end - height_;
  if (follows_ && start < first_) first_ = start;
  follows_ = false;
  first_ = std::min(first_, lines_.size() - std::min(lines_.size(), height_));
  Lines shown;
  for (size_t k = first_; k < std::min(lines_.size(), first_ + height_); ++k) {
    Line line(k >= start && k < end ? "▌ " : "  ", lookOf(entry_.groups()[chosen_].kind));
    shown.push_back(line.add(lines_[k]).cut(size.width));
  }
  return shown;
}

}  // namespace cleave::browse
