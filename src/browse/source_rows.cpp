#include "browse/private/source_rows.h"

#include <algorithm>

namespace cleave::browse {

namespace {

using report::SourcePair;

class RowList {
 public:
  RowList(const SourcePair& pair, size_t number, const std::vector<SourceNote>& notes) : pair_(pair), number_(number), notes_(notes) {}

  void make(bool inOneColumn) {
    row(SourceRow::Kind::Files, -1, -1, false);
    long before = 0, after = 0;
    for (const LineHunk& hunk : pair_.hunks) {
      for (; before < static_cast<long>(hunk.beforeFirst); ++before, ++after) code(before, after, false);
      if (inOneColumn) {
        for (; before < static_cast<long>(hunk.beforeEnd); ++before) code(before, -1, true);
        for (; after < static_cast<long>(hunk.afterEnd); ++after) code(-1, after, true);
      }
      while (before < static_cast<long>(hunk.beforeEnd) || after < static_cast<long>(hunk.afterEnd))
        code(before < static_cast<long>(hunk.beforeEnd) ? before++ : -1, after < static_cast<long>(hunk.afterEnd) ? after++ : -1, true);
    }
    for (; before < static_cast<long>(pair_.lines.before.size()); ++before, ++after) code(before, after, false);
  }

  std::vector<SourceRow> take() { return std::move(rows_); }

 private:
  void row(SourceRow::Kind kind, long before, long after, bool differs) { rows_.push_back({kind, number_, {before, after}, differs}); }

  // Where only pieces of the files were kept.
  bool isBehindGap(Side side, long index) const {
    const std::vector<uint32_t>& numbers = pair_.numbers.of(side);
    return index > 0 && numbers[static_cast<size_t>(index)] != numbers[static_cast<size_t>(index) - 1] + 1;
  }

  void code(long before, long after, bool differs) {
    if (isBehindGap(Side::Before, before) || isBehindGap(Side::After, after)) row(SourceRow::Kind::Gap, -1, -1, false);
    row(SourceRow::Kind::Code, before, after, differs);
    addNotes(Side::Before, before);
    addNotes(Side::After, after);
  }

  void addNotes(Side side, long index) {
    if (index < 0 || notes_.empty()) return;
    const std::string place = pair_.files.of(side) + ":" + std::to_string(pair_.numbers.of(side)[static_cast<size_t>(index)]);
    for (const SourceNote& each : notes_)
      if (each.side == side && each.place == place) rows_.push_back({SourceRow::Kind::Note, number_, {-1, -1}, false, each.text, side});
  }

  const SourcePair& pair_;
  size_t number_;
  const std::vector<SourceNote>& notes_;
  std::vector<SourceRow> rows_;
};

}  // namespace

std::vector<SourceRow> sourceRows(const std::vector<const SourcePair*>& pairs, const std::vector<SourceNote>& notes, bool inOneColumn) {
  std::vector<SourceRow> all;
  for (size_t k = 0; k < pairs.size(); ++k) {
    RowList rows(*pairs[k], k, notes);
    rows.make(inOneColumn);
    for (SourceRow& each : rows.take()) all.push_back(std::move(each));
  }
  return all;
}

}  // namespace cleave::browse
