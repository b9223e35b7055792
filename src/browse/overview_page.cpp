#include "browse/private/overview_page.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "browse/private/open_entry.h"
#include "report/layout.h"
#include "report/share_text.h"
#include "report/source_names.h"
#include "report/summary.h"
#include "report/utf8.h"

namespace cleave::browse {

using result::EntryResult;

namespace {

constexpr size_t kShownRows = 20;
constexpr size_t kShare = 12;  // "over 99.98 %"
constexpr size_t kBar = 12;

struct Part {
  const result::Share* share;
  const char* glyph;
  Look look;
};

struct Columns {
  size_t name, verdict, bar, equal, different, reason;
};

// What a narrow screen has no room for goes: the picture of the shares first.
Columns columnsFor(size_t width) {
  Columns columns{
      std::clamp<size_t>(width / 4, 12, 48), 13, width >= 100 ? kBar : 0, width >= 60 ? kShare : 0, width >= 90 ? kShare : 0, 0};
  const auto behindGap = [](size_t column) { return column == 0 ? 0 : column + 1; };
  const size_t taken =
      2 + columns.name + 1 + columns.verdict + 1 + behindGap(columns.bar) + behindGap(columns.equal) + behindGap(columns.different);
  columns.reason = width > taken ? width - taken : 0;
  return columns;
}

Line heading(const Columns& columns) {
  Line line("  ");
  line.add(cell("function", columns.name + 1, Look::Muted)).add(cell("verdict", columns.verdict + 1, Look::Muted));
  if (columns.bar != 0) line.add(cell("inputs", columns.bar + 1, Look::Muted));
  if (columns.equal != 0) line.add(cell("equal", columns.equal + 1, Look::Muted));
  if (columns.different != 0) line.add(cell("different", columns.different + 1, Look::Muted));
  return line.add(cell("shown by", columns.reason, Look::Muted));
}

}  // namespace

Line shareBar(const EntryResult& entry, size_t width) {
  if (!entry.shares || width == 0) return Line().padTo(width);
  const Part parts[] = {{&entry.shares->equal, "░", Look::Equal},
                        {&entry.shares->different, "█", Look::Different},
                        {&entry.shares->undefined, "▒", Look::Undefined},
                        {&entry.shares->open, "·", Look::Muted}};
  size_t cells[std::size(parts)] = {}, taken = 0;
  double known = 0;
  for (size_t k = 0; k < std::size(parts); ++k) {
    const result::Share& share = *parts[k].share;
    if (share.exact ? share.estimate <= 0 : share.high <= 0) continue;
    const double part = std::clamp(share.estimate, 0.0, 1.0);
    cells[k] = std::max<size_t>(1, static_cast<size_t>(std::lround(part * static_cast<double>(width))));  // what is there can be seen
    taken += cells[k];
    known += part;
  }
  for (; taken > width; --taken) --*std::ranges::max_element(cells);
  if (known > 0.9) *std::ranges::max_element(cells) += width - taken;  // else it is not known what the rest is
  Line line;
  for (size_t k = 0; k < std::size(parts); ++k) {
    std::string text;
    for (size_t cell = 0; cell < cells[k]; ++cell) text += parts[k].glyph;
    line.add(text, parts[k].look);
  }
  return line.padTo(width);
}

OverviewPage::OverviewPage(const report::Material& material)
    : material_(material), all_(report::worstFirst(material.result)), shown_(all_) {
  words_.resize(material.result.entries.size());
  position_.setCount(shown_.size());
}

const OverviewPage::Words& OverviewPage::words(size_t index) {
  std::unique_ptr<Words>& words = words_[index];
  if (!words) {
    EntryResult entry = material_.show(index, kShownRows).entry;
    entry.program = material_.result.entries[index].program;
    report::useSourceNames(entry);
    report::useShortNames(entry);
    words = std::make_unique<Words>(Words{report::nameOf(entry), report::printable(entry.reason), report::reasonInShort(entry)});
  }
  return *words;
}

void OverviewPage::filter(const std::string& text) {
  filterText_ = text;
  const std::vector<std::string> wanted = filterWords(text);
  const size_t chosen = hasChosen() ? shown_[position_.chosen()] : SIZE_MAX;
  shown_.clear();
  for (const size_t each : all_) {
    const EntryResult& entry = material_.result.entries[each];
    if (wanted.empty() || matches(lowerCase(words(each).name + " " + report::verdictText(entry) + " " + words(each).shownBy), wanted))
      shown_.push_back(each);
  }
  position_.setCount(shown_.size());
  const auto at = std::ranges::find(shown_, chosen);
  position_.choose(at == shown_.end() ? 0 : static_cast<size_t>(at - shown_.begin()));
}

bool OverviewPage::go(bool forwards) {
  const size_t at = position_.chosen();
  if (forwards ? at + 1 >= shown_.size() : at == 0) return false;
  position_.choose(forwards ? at + 1 : at - 1);
  return true;
}

Line OverviewPage::row(size_t index, size_t width, bool isChosen) {
  const EntryResult& entry = material_.result.entries[index];
  const Columns columns = columnsFor(width);
  Line line(isChosen ? "▌ " : "  ", Look::Strong);
  line.add(cell(words(index).name, columns.name, Look::Strong))
      .add(" ")
      .add(cell(result::toText(entry.verdict), columns.verdict, lookOf(entry.verdict)))
      .add(" ");
  if (columns.bar != 0) line.add(shareBar(entry, columns.bar)).add(" ");
  if (columns.equal != 0) line.add(cell(entry.shares ? report::shortText(entry.shares->equal) : "", columns.equal + 1));
  if (columns.different != 0) line.add(cell(entry.shares ? report::shortText(entry.shares->different) : "", columns.different + 1));
  line.add(cell(words(index).shownBy, columns.reason));
  return isChosen ? line.shown(Look::Chosen).padTo(width, Look::Chosen) : line;
}

// All of what the row of the chosen one has no room for.
Lines OverviewPage::detail(size_t width, size_t height) {
  Lines lines;
  const size_t index = chosen();
  const EntryResult& entry = material_.result.entries[index];
  lines.push_back(Line(words(index).name, Look::Strong).add("  ").add(report::verdictText(entry), lookOf(entry.verdict)).cut(width));
  if (!words(index).reason.empty()) addLabelled(lines, "", words(index).reason, width);
  if (words(index).shownBy != words(index).reason) addLabelled(lines, "shown by", words(index).shownBy, width);
  if (entry.shares) addLabelled(lines, "share", report::shareText(*entry.shares), width);
  if (lines.size() > height) lines.resize(height);
  return lines;
}

Lines OverviewPage::draw(Size size) {
  Lines lines;
  std::string counts = report::countsText(material_.result);
  if (!filterText_.empty())
    counts = fmt::format("{} of {}, filter: {}", shown_.size(), report::counted(all_.size(), "function"), report::printable(filterText_));
  lines.push_back(Line(counts).cut(size.width));
  for (const std::string& note : material_.result.notes)
    if (lines.size() < size.height / 4) lines.push_back(Line(report::printable(note), Look::Muted).cut(size.width));
  lines.push_back(heading(columnsFor(size.width)).cut(size.width));
  const size_t below = hasChosen() && size.height >= 16 ? std::min<size_t>(8, size.height / 3) : 0;
  const size_t room = size.height - std::min(size.height, lines.size() + below + (below == 0 ? 0 : 1));
  const size_t first = position_.first(room);
  for (size_t k = first; k < std::min(shown_.size(), first + room); ++k)
    lines.push_back(row(shown_[k], size.width, k == position_.chosen()).cut(size.width));
  if (shown_.empty()) lines.push_back(Line(all_.empty() ? "  no function was compared" : "  no function matches", Look::Muted));
  if (below == 0) return lines;
  lines.resize(size.height - below - 1);
  lines.emplace_back();
  for (Line& each : detail(size.width, below)) lines.push_back(std::move(each));
  return lines;
}

}  // namespace cleave::browse
