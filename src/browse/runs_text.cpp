// The runs of the chosen partition side by side: a row for each thing that a version shows, those in which they differ first.
#include <algorithm>

#include <fmt/format.h>

#include "browse/private/text_page.h"
#include "report/compared_values.h"
#include "report/layout.h"
#include "report/row_text.h"
#include "report/utf8.h"
#include "support/text.h"

namespace cleave::browse {

namespace {

using report::ComparedValue;

struct Cells {
  std::string name, before, after;
  bool differs = false;
};

// Three columns, each wrapped.
void addRow(Lines& lines, const Cells& cells, size_t nameWidth, size_t width, Look nameLook, bool isHead = false) {
  const size_t each = (width - std::min(width, nameWidth + 2)) / 2;
  const std::vector<std::string> names = report::wrap(cells.name, nameWidth, SIZE_MAX);
  const std::vector<std::string> befores = report::wrap(cells.before, each, SIZE_MAX), afters = report::wrap(cells.after, each, SIZE_MAX);
  const auto at = [](const std::vector<std::string>& parts, size_t k) { return k < parts.size() ? parts[k] : std::string(); };
  for (size_t k = 0; k < std::max({names.size(), befores.size(), afters.size()}); ++k) {
    Line line = cell(at(names, k), nameWidth, nameLook).add(" ");
    line.add(cell(at(befores, k), each, isHead ? Look::Strong : cells.differs ? Look::Removed : Look::Plain)).add(" ");
    lines.push_back(line.add(at(afters, k), isHead ? Look::Strong : cells.differs ? Look::Added : Look::Plain));
  }
}

void addTable(Lines& lines, const std::string& title, const std::vector<Cells>& rows, size_t width) {
  if (rows.empty()) return;
  size_t name = report::displayWidth(title);
  for (const Cells& each : rows) name = std::max(name, report::displayWidth(each.name));
  name = std::min(name + 1, std::max<size_t>(11, width / 4));
  lines.emplace_back();
  addRow(lines, {title, "before", "after"}, name, width, Look::Muted, true);
  for (const Cells& each : rows) addRow(lines, each, name, width, each.differs ? Look::Strong : Look::Muted);
}

// The text of the line, where it was kept.
std::string sourceAt(const OpenEntry& entry, Side side, const std::string& place) {
  for (const report::SourcePair* pair : entry.pairs())
    for (size_t k = 0; k < pair->lines.of(side).size(); ++k)
      if (place == fmt::format("{}:{}", pair->files.of(side), pair->numbers.of(side)[k]))
        return report::printable(withoutBlanks(pair->lines.of(side)[k]));
  return {};
}

void addPlace(Lines& lines, const OpenEntry& entry, const char* label, Side side, const std::string& place, size_t width) {
  if (place.empty()) return;
  const std::string source = sourceAt(entry, side, place);
  addLabelled(lines, label, report::printable(place) + (source.empty() ? "" : ": " + source), width);
}

std::string confirmation(const result::Partition& partition) {
  if (partition.kind != result::PartitionKind::Different) return {};
  return partition.confirmed ? "   confirmed: run natively, both versions did differ" : "   not confirmed by a native run";
}

}  // namespace

Lines runsText(const OpenEntry& entry, size_t width) {
  if (!entry.hasChosen()) return {Line("Nothing was explored here; Claims (5) has what is known.", Look::Muted)};
  const result::Partition& partition = entry.chosen();
  const PartitionWords& words = entry.words(entry.chosenPlace());
  Lines lines;
  lines.push_back(Line(fmt::format("#{}  ", partition.id), Look::Muted)
                      .add(kindText(partition), lookOf(partition.kind))
                      .add(confirmation(partition), Look::Muted)
                      .cut(width));
  addLabelled(lines, "input", words.call, width, Look::Strong);
  addLabelled(lines, "condition", words.condition, width);
  std::vector<Cells> shown, expressions;
  for (const ComparedValue& each : report::comparedValues(entry.result(), partition)) {
    shown.push_back({each.name, each.shown.before, each.shown.after, each.differs});
    if (!each.expressions.before.empty() || !each.expressions.after.empty())
      expressions.push_back(
          {each.name, each.expressions.before, each.expressions.after, each.differs && each.expressions.before != each.expressions.after});
  }
  std::ranges::stable_partition(shown, &Cells::differs);
  std::ranges::stable_partition(expressions, &Cells::differs);
  addTable(lines, "shows", shown, width);
  addTable(lines, "computes", expressions, width);
  lines.emplace_back();
  const std::optional<size_t> group = entry.groupOf(entry.chosenPlace());
  if (group) addPlace(lines, entry, "runs part", entry.partingSide(*group), entry.groups()[*group].place, width);
  if (partition.before.outcome != "returned") addPlace(lines, entry, "before ends", Side::Before, partition.before.place, width);
  if (partition.after.outcome != "returned") addPlace(lines, entry, "after ends", Side::After, partition.after.place, width);
  for (const result::Change& each : entry.result().changes)
    if (std::ranges::find(partition.changes, each.id) != partition.changes.end())
      addLabelled(lines, "relies on", "change " + report::changeText(each), width);
  addLabelled(lines, "why", report::printable(partition.reason), width, Look::Muted);
  if (!partition.marks.empty()) addLabelled(lines, "marks", report::printable(join(partition.marks, ", ")), width, Look::Undefined);
  return lines;
}

}  // namespace cleave::browse
