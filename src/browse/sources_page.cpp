#include "browse/private/sources_page.h"

#include <algorithm>

#include <fmt/format.h>

#include "report/row_text.h"
#include "report/utf8.h"

namespace cleave::browse {

using report::SourcePair;

namespace {

constexpr size_t kNarrow = 70;  // what has less has no room for two columns of code
constexpr size_t kAbove = 4;    // lines above the one that was gone to
constexpr size_t kTab = 4;
constexpr size_t kStep = 8;

// A line of a source: with spaces for tabs, and nothing that could steer a terminal.
std::string codeText(const std::string& line) {
  std::string text;
  for (const char c : line) {
    if (c == '\t')
      text.append(kTab - text.size() % kTab, ' ');
    else if (c != '\r')
      text += c;
  }
  return report::printable(text);
}

const std::string& textOf(const SourcePair& pair, Side side, long index) { return pair.lines.of(side)[static_cast<size_t>(index)]; }
uint32_t numberOf(const SourcePair& pair, Side side, long index) { return pair.numbers.of(side)[static_cast<size_t>(index)]; }

bool isChangeAt(const result::EntryResult& entry, const SourcePair& pair, Side side, long index) {
  return index >= 0 && std::ranges::any_of(entry.changes, [&](const result::Change& each) {
           return report::isAt(each, pair, side, numberOf(pair, side, index));
         });
}

// Of a line that the partition relies on.
bool isReliedOn(const OpenEntry& entry, const SourcePair& pair, Side side, long index) {
  if (!entry.hasChosen()) return false;
  const std::vector<uint32_t>& chosen = entry.chosen().changes;
  return std::ranges::any_of(entry.result().changes, [&](const result::Change& each) {
    return std::ranges::find(chosen, each.id) != chosen.end() && report::isAt(each, pair, side, numberOf(pair, side, index));
  });
}

std::vector<SourceNote> notesOf(const OpenEntry& entry) {
  if (!entry.hasChosen()) return {};
  std::vector<SourceNote> notes;
  if (const std::optional<size_t> group = entry.groupOf(entry.chosenPlace()))
    notes.push_back({entry.partingSide(*group), entry.groups()[*group].place, "the runs part here"});
  for (const Side side : kSides) {
    const result::Observation& seen = side == Side::Before ? entry.chosen().before : entry.chosen().after;
    if (const std::string end = report::endText(seen); !end.empty()) notes.push_back({side, seen.place, end});
  }
  return notes;
}

}  // namespace

void SourcesPage::update(bool inOneColumn) {
  const std::optional<size_t> chosen = entry_.hasChosen() ? std::optional(entry_.chosenPlace()) : std::nullopt;
  if (isShown_ && chosen == rowsOf_ && inOneColumn == inOneColumn_) return;
  rows_ = sourceRows(entry_.pairs(), notesOf(entry_), inOneColumn);
  rowsOf_ = chosen;
  if (isShown_ && inOneColumn == inOneColumn_) return;
  inOneColumn_ = inOneColumn;
  isShown_ = true;
  // The first change of this function: others of the file are not its own.
  const auto first = std::ranges::find_if(rows_, [&](const SourceRow& row) {
    return row.kind == SourceRow::Kind::Code && std::ranges::any_of(kSides, [&](Side side) {
             return isChangeAt(entry_.result(), *entry_.pairs()[row.pair], side, row.line.of(side));
           });
  });
  at_ = first == rows_.end() ? 0 : static_cast<size_t>(first - rows_.begin());
  position_.show(at_ - std::min(at_, kAbove));
}

bool SourcesPage::hasFound(const SourceRow& row) const {
  if (row.kind != SourceRow::Kind::Code || filterText_.empty()) return false;
  const SourcePair& pair = *entry_.pairs()[row.pair];
  return std::ranges::any_of(kSides, [&](Side side) {
    return row.line.of(side) >= 0 && textOf(pair, side, row.line.of(side)).find(filterText_) != std::string::npos;
  });
}

void SourcesPage::find(size_t from) {
  for (size_t k = 0; k < rows_.size(); ++k) {
    const size_t row = (at_ + from + k) % rows_.size();
    if (!hasFound(rows_[row])) continue;
    at_ = row;
    position_.show(at_ - std::min(at_, kAbove));
    return;
  }
}

void SourcesPage::filter(const std::string& text) {
  filterText_ = text;
  find(0);
}

void SourcesPage::toChange(bool forwards) {
  const auto begins = [&](size_t k) { return rows_[k].differs && (k == 0 || !rows_[k - 1].differs); };
  for (size_t k = 1; k < rows_.size(); ++k) {
    const size_t row = (at_ + (forwards ? k : rows_.size() - k)) % rows_.size();
    if (!begins(row)) continue;
    at_ = row;
    position_.show(at_ - std::min(at_, kAbove));
    return;
  }
}

bool SourcesPage::press(const Press& press) {
  if (position_.press(press)) return true;
  if (press.key == Key::Left)
    across_ -= std::min(across_, kStep);
  else if (press.key == Key::Right)
    across_ += kStep;
  else if (isCharacter(press, "c"))
    toChange(true);
  else if (isCharacter(press, "C"))
    toChange(false);
  else
    return false;
  return true;
}

// Where it has the text that is looked for.
Line SourcesPage::marked(const std::string& text, Look look) const {
  Line line;
  size_t from = 0;
  for (size_t at = filterText_.empty() ? std::string::npos : text.find(filterText_); at != std::string::npos;
       at = text.find(filterText_, from)) {
    line.add(text.substr(from, at - from), look).add(filterText_, Look::Found);
    from = at + filterText_.size();
  }
  return line.add(text.substr(from), look);
}

Line SourcesPage::half(const SourceRow& row, Side side, size_t width) const {
  const SourcePair& pair = *entry_.pairs()[row.pair];
  const long index = row.line.of(side);
  if (index < 0) return Line().padTo(width);
  const bool isBefore = side == Side::Before, isRelied = isReliedOn(entry_, pair, side, index);
  const Look look = !row.differs ? Look::Plain : isBefore ? Look::Removed : Look::Added;
  Line line(fmt::format("{:>5} ", numberOf(pair, side, index)), isRelied ? Look::Strong : Look::Muted);
  line.add(row.differs ? (isBefore ? "-" : "+") : " ", look).add(isRelied ? "▌" : " ", look);
  const size_t taken = line.width();
  line.add(marked(codeText(textOf(pair, side, index)), look).from(across_).cut(width > taken ? width - taken : 0));
  return line.cut(width).padTo(width);
}

Line SourcesPage::line(const SourceRow& row, size_t width) const {
  const SourcePair& pair = *entry_.pairs()[row.pair];
  const size_t left = (width - 1) / 2, right = width - 1 - left;
  const auto fileOf = [&](Side side) {
    return std::string(nameOf(side)) + ": " + (pair.files.of(side).empty() ? "(no such file)" : report::printable(pair.files.of(side)));
  };
  // The end of a path tells more than its beginning.
  const auto shortened = [](const std::string& text, size_t columns) {
    const size_t full = report::displayWidth(text);
    return full <= columns ? text : "…" + Line(text).from(full - columns + 1).text();
  };
  switch (row.kind) {
    case SourceRow::Kind::Files:
      if (inOneColumn_) return Line(shortened(fileOf(Side::After), width), Look::Strong);
      return cell(shortened(fileOf(Side::Before), left), left, Look::Strong)
          .add(" ")
          .add(cell(shortened(fileOf(Side::After), right), right, Look::Strong));
    case SourceRow::Kind::Gap:
      return Line("      …", Look::Muted);
    case SourceRow::Kind::Note: {
      Line line;
      if (!inOneColumn_ && row.side == Side::After) line.padTo(left).add("│", Look::Muted);
      return line.add("      └ ", Look::Unfinished).add(row.note, Look::Unfinished).cut(width);
    }
    case SourceRow::Kind::Code:
      if (inOneColumn_) return half(row, row.line.after >= 0 ? Side::After : Side::Before, width);
      return half(row, Side::Before, left).add("│", Look::Muted).add(half(row, Side::After, right));
  }
  return {};
}

Lines SourcesPage::results(size_t width) const {
  if (!entry_.hasChosen()) return {};
  const result::Partition& partition = entry_.chosen();
  const report::RowText row(entry_.result(), partition);
  Lines lines{Line(fmt::format("#{}  ", partition.id), Look::Muted)
                  .add(kindText(partition), lookOf(partition.kind))
                  .add("   e.g. ")
                  .add(row.call(), Look::Strong)
                  .cut(width)};
  const bool differs = partition.kind == result::PartitionKind::Different;
  const Line before("before  " + row.beforeShown(), differs ? Look::Removed : Look::Plain),
      after("after   " + row.afterShown(), differs ? Look::Added : Look::Plain);
  if (inOneColumn_) {
    lines.push_back(before.cut(width));
    lines.push_back(after.cut(width));
  } else {
    const size_t left = (width - 1) / 2;
    lines.push_back(before.cut(left).padTo(left).add("│ ", Look::Muted).add(after.cut(width - 2 - left)));
  }
  return lines;
}

Lines SourcesPage::draw(Size size) {
  if (entry_.pairs().empty()) return {Line("The sources of what changed were not kept with this result.", Look::Muted).cut(size.width)};
  update(size.width < kNarrow);
  Lines lines = results(size.width);
  const size_t room = size.height - std::min(size.height, lines.size());
  const size_t first = position_.first(rows_.size(), room);
  for (size_t k = first; k < std::min(rows_.size(), first + room); ++k) lines.push_back(line(rows_[k], size.width).cut(size.width));
  return lines;
}

}  // namespace cleave::browse
