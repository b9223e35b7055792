#include "browse/private/screen.h"

#include <algorithm>

#include "report/layout.h"
#include "report/utf8.h"
#include "support/enum_table.h"

namespace cleave::browse {

namespace {

constexpr size_t kLabel = 12;

constexpr EnumTable<result::PartitionKind, Look> kKindLooks({
    {result::PartitionKind::Equal, Look::Equal},
    {result::PartitionKind::Different, Look::Different},
    {result::PartitionKind::Undefined, Look::Undefined},
    {result::PartitionKind::Unfinished, Look::Unfinished},
});

constexpr EnumTable<result::Verdict, Look> kVerdictLooks({
    {result::Verdict::Equivalent, Look::Equal},
    {result::Verdict::Different, Look::Different},
    {result::Verdict::Inconclusive, Look::Unfinished},
    {result::Verdict::Failed, Look::Undefined},
    {result::Verdict::Intended, Look::Equal},
});

}  // namespace

Line& Line::add(std::string text, Look look) {
  if (!text.empty()) spans_.push_back({std::move(text), look});
  return *this;
}

Line& Line::add(const Line& more) {
  spans_.insert(spans_.end(), more.spans_.begin(), more.spans_.end());
  return *this;
}

Line& Line::padTo(size_t columns, Look look) {
  const size_t now = width();
  return add(std::string(columns - std::min(columns, now), ' '), look);
}

size_t Line::width() const {
  size_t sum = 0;
  for (const Span& each : spans_) sum += report::displayWidth(each.text);
  return sum;
}

std::string Line::text() const {
  std::string all;
  for (const Span& each : spans_) all += each.text;
  return all;
}

Line Line::cut(size_t columns) const {
  if (width() <= columns) return *this;
  Line line;
  size_t left = columns == 0 ? 0 : columns - 1;
  for (const Span& each : spans_) {
    const std::string_view part = report::columns(each.text, left);
    line.add(std::string(part), each.look);
    left -= report::displayWidth(part);
    if (part.size() == each.text.size()) continue;
    return columns == 0 ? line : line.add("…", each.look);
  }
  return line;
}

Line Line::from(size_t columns) const {
  Line line;
  for (const Span& each : spans_) {
    const std::string_view gone = report::columns(each.text, columns);
    columns -= report::displayWidth(gone);
    if (gone.size() < each.text.size()) columns = 0;  // half of a wide character goes as a whole
    line.add(each.text.substr(gone.size()), each.look);
  }
  return line;
}

Line Line::shown(Look look) const { return Line(text(), look); }

Look lookOf(result::PartitionKind kind) { return kKindLooks[kind]; }
Look lookOf(result::Verdict verdict) { return kVerdictLooks[verdict]; }

Line cell(std::string_view text, size_t columns, Look look) {
  Line line = Line(std::string(text), look).cut(columns);
  return line.padTo(columns, look == Look::Bar || look == Look::Chosen ? look : Look::Plain);
}

void addLabelled(Lines& lines, std::string_view label, const std::string& text, size_t width, Look look) {
  bool isFirst = true;
  for (const std::string& part : report::wrap(text, width > kLabel + 8 ? width - kLabel : 8, SIZE_MAX)) {
    lines.push_back(cell(isFirst ? label : "", kLabel, Look::Muted).add(part, look));
    isFirst = false;
  }
}

}  // namespace cleave::browse
