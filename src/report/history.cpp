#include "report/history.h"

#include <map>

#include <fmt/format.h>

#include "report/json_parts.h"
#include "report/layout.h"
#include "report/summary.h"
#include "report/utf8.h"
#include "support/enum_table.h"
#include "support/text.h"

namespace cleave::report {

namespace {

using result::Fate;
using result::HistoryRow;

constexpr size_t kShortId = 9;
constexpr size_t kFateWidth = 15;

constexpr EnumTable<Fate, result::Verdict> kColours({
    {Fate::Equivalent, result::Verdict::Equivalent},
    {Fate::Different, result::Verdict::Different},
    {Fate::Inconclusive, result::Verdict::Inconclusive},
    {Fate::Failed, result::Verdict::Failed},
    {Fate::Unbuilt, result::Verdict::Failed},
    {Fate::Untouched, result::Verdict::Equivalent},
    {Fate::Added, result::Verdict::Inconclusive},
    {Fate::Removed, result::Verdict::Inconclusive},
    {Fate::Intended, result::Verdict::Intended},
});

Json rowJson(const HistoryRow& row) {
  Json json{{"revision", row.id}, {"date", row.date}, {"subject", validUtf8(row.subject)}, {"verdict", result::toText(row.fate)}};
  if (!row.line.empty()) json["line"] = validUtf8(row.line);
  if (!row.against.empty()) json["against"] = row.against;
  if (row.remembered) json["remembered"] = true;
  return json;
}

Json rowsJson(const std::vector<HistoryRow>& rows) {
  Json list = Json::array();
  for (const HistoryRow& row : rows) list.push_back(rowJson(row));
  return list;
}

}  // namespace

std::string lineOf(const HistoryRow& row, const TextOptions& options) {
  std::string fate = result::toText(row.fate);
  fate.resize(std::max(fate.size(), kFateWidth), ' ');
  if (options.color) fate = verdictStyle(kColours[row.fate]) + fate + "\033[0m";
  const std::string against = row.against.empty() ? "" : " (against " + row.against.substr(0, kShortId) + ", the last that builds)";
  std::string text = fmt::format("{} {}  {}  {}{}\n", row.id.substr(0, kShortId), row.date, fate, printable(row.subject), against);
  TableShape shape;
  shape.width = std::max(60u, options.width);
  shape.mostLines = options.all ? 40 : 3;
  if (!row.line.empty()) text += labelled("", kShortId + 10, printable(row.line), shape);
  return text;
}

std::string toText(const result::History& history) {
  std::map<Fate, size_t> counts;
  size_t remembered = 0;
  for (const HistoryRow& row : history.rows) {
    ++counts[row.fate];
    remembered += row.remembered ? 1 : 0;
  }
  std::vector<std::string> parts;
  for (const auto& [fate, count] : counts) parts.push_back(fmt::format("{} {}", count, result::toText(fate)));
  std::string text = "\n" + counted(history.rows.size(), "revision") + (parts.empty() ? "" : ": " + join(parts, ", "));
  if (remembered != 0) text += fmt::format(" ({} remembered)", remembered);
  return text + "\n";
}

std::string toText(const result::Bisection& bisection, const TextOptions& options) {
  const std::string bad = bisection.bad.substr(0, kShortId), good = bisection.good.substr(0, kShortId);
  if (bisection.first.empty()) return fmt::format("\n{} behaves as {}\n", bad, good);
  if (bisection.first.size() == 1) return fmt::format("\nthe first that behaves otherwise than {}:\n", good) + lineOf(bisection.first.front(), options);
  std::string text = fmt::format("\none of these is the first that behaves otherwise than {}; which, cannot be told:\n", good);
  for (const HistoryRow& row : bisection.first) text += lineOf(row, options);
  return text;
}

std::string toJson(const result::History& history) {
  return Json{{"schema", result::kSchema}, {"version", history.version}, {"revisions", rowsJson(history.rows)}}.dump(2) + "\n";
}

std::string toJson(const result::Bisection& bisection) {
  return Json{{"schema", result::kSchema}, {"version", bisection.version}, {"good", bisection.good}, {"bad", bisection.bad},
              {"first", rowsJson(bisection.first)}, {"looked", rowsJson(bisection.looked)}}.dump(2) + "\n";
}

}  // namespace cleave::report
