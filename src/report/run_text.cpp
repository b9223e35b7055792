#include "report/run_text.h"

#include "report/layout.h"
#include "support/text.h"

namespace cleave::report {

namespace {

constexpr size_t kMostFirst = 35, kMostLast = 15;

std::string messageOf(const result::RunStep& step, uint64_t skipped, bool isParting) {
  std::vector<std::string> parts;
  for (const auto& value : step.values) parts.push_back(valueText(value));
  std::string text = parts.empty() ? "comes here" : join(parts, ", ");
  if (skipped != 0) text = "… " + counted(skipped, "line") + "; " + text;
  return text + (isParting ? "; the runs part here" : "");
}

}  // namespace

std::string valueText(const std::pair<std::string, std::string>& value) {
  return (value.first == "return" ? "returns " : value.first + " = ") + value.second;
}

std::vector<RunLine> linesOfRun(const result::Runs& runs, Side side) {
  size_t count = 0;
  for (const result::RunRow& row : runs.rows) count += row.of(side) ? 1 : 0;
  std::vector<RunLine> lines;
  size_t at = 0;
  uint64_t skipped = 0;
  for (size_t k = 0; k < runs.rows.size(); ++k) {
    const std::optional<result::RunStep>& step = runs.rows[k].of(side);
    if (!step) continue;
    skipped += step->skipped;
    const bool isShown = at < kMostFirst || at + kMostLast >= count || runs.parts == k;
    ++at;
    if (!isShown) {
      ++skipped;
      continue;
    }
    lines.push_back({runs.files[step->file], step->line, step->depth, messageOf(*step, skipped, runs.parts == k)});
    skipped = 0;
  }
  return lines;
}

}  // namespace cleave::report
