#include "audit/observed.h"

#include <algorithm>

#include <fmt/format.h>

#include "audit/c_text.h"
#include "result/criterion.h"
#include "support/float_format.h"
#include "support/text.h"

namespace cleave::audit {

namespace {

using native::ReplayCell;
using native::ReplayObservation;
using End = ReplayObservation::End;

const ReplayCell* cellOf(const std::vector<ReplayCell>& cells, const std::string& name) {
  const auto found = std::find_if(cells.begin(), cells.end(), [&](const ReplayCell& cell) { return cell.name == name; });
  return found == cells.end() ? nullptr : &*found;
}

const std::string* valueOf(const ReplayObservation& run, const std::string& name) {
  for (const auto& [cell, value] : run.cells)
    if (cell == name) return &value;
  return nullptr;
}

U128 patternOf(const std::string& hex) {
  U128 bits = 0;
  for (const char c : hex.substr(2)) bits = bits << 4 | static_cast<unsigned>(c <= '9' ? c - '0' : c - 'a' + 10);
  return bits;
}

bool isPointerText(const std::string& text) { return text == "null" || startsWith(text, "&") || startsWith(text, "object"); }

// Whether the number is what the cell holds. Cells that are no number, or too large for one, are not compared.
bool holds(const ReplayCell& cell, const std::string& shown, const CValue& value) {
  const bool isHex = startsWith(shown, "0x") && shown.size() <= 34;
  if (cell.kind == ReplayCell::Kind::Pointer || (!isHex && shown != "nan")) return true;
  const unsigned width = cell.path.bits != 0 ? cell.path.bits : 8 * cell.path.bytes;
  if (cell.kind == ReplayCell::Kind::Float) {
    if (!isFloatWidth(width)) return true;
    const CValue same = converted(value, CValue::Kind::Float, width);
    return isNan(same.bits, width) ? shown == "nan" : isHex && patternOf(shown) == same.bits;
  }
  if (value.kind == CValue::Kind::Float || !isHex) return true;
  return patternOf(shown) == converted(value, CValue::Kind::Integer, width).bits;
}

class ShownSide {
 public:
  ShownSide(const char* version, const LoadedObservation& said, const ReplayObservation& run, const std::vector<ReplayCell>& cells)
      : version_(version), said_(said), run_(run), cells_(cells) {}

  // Two places may have one name: `p->at[1]` of the object that p->at led to at first, and of the one that it leads to in the end. A result says one of them.
  template <class Holds>
  bool anyOf(const std::string& name, Holds holds) const {
    return std::ranges::any_of(run_.cells, [&](const auto& each) { return each.first == name && holds(each.second); });
  }

  // Errors of memory need not show in a plain build, and what a limit ended shows nothing.
  std::string ending() const {
    const bool certain = said_.trap.find("abort") != std::string::npos || said_.trap.find("assert") != std::string::npos;
    if (run_.end == End::TimedOut || (said_.outcome == "trapped" && !certain)) return "";
    const bool as = said_.outcome == "returned" ? run_.end == End::Returned
                    : said_.outcome == "threw"  ? run_.end == End::Threw
                    : said_.outcome == "exited" ? run_.end == End::Exited
                                                : run_.end == End::Signalled || run_.end == End::Sanitizer;
    return as ? "" : fmt::format("{} is said to have {}, and natively it {}", version_, said_.outcome, native::toText(run_));
  }

  std::string status() const {
    if (said_.outcome != "exited" || run_.end != End::Exited) return "";
    const std::optional<CValue> value = evaluateC(said_.status, {}, {});
    if (!value || static_cast<unsigned>(value->bits & 0xff) == static_cast<unsigned>(run_.code)) return "";
    return fmt::format("{} is said to have exited with status {}, and natively the status is {}", version_, said_.status, run_.code);
  }

  std::string cellsSaid() const {
    for (const auto& [name, text] : said_.values) {
      const ReplayCell* cell = cellOf(cells_, name);
      const std::string* shown = valueOf(run_, name);
      if (cell == nullptr || shown == nullptr || *shown == "unreadable") continue;
      const std::optional<CValue> value = evaluateC(text, {}, {});
      const bool same = anyOf(name, [&](const std::string& each) {
        if (cell->kind != ReplayCell::Kind::Pointer && !isPointerText(text)) return !value || holds(*cell, each, *value);
        const bool isNull = text == "null" || text == "0";  // where a run shows bytes, and others a pointer among them
        return cell->kind != ReplayCell::Kind::Pointer || isNull == (each == "null");
      });
      if (!same) return fmt::format("{} is said to show {} = {}, and natively it is {}", version_, name, text, *shown);
    }
    return "";
  }

  // A text of printable characters alone: others are written otherwise in a result.
  std::string output(const std::string& name, const std::string& shown, bool counts) const {
    if ((said_.outcome != "returned" && said_.outcome != "exited") || !counts) return "";
    if (std::any_of(shown.begin(), shown.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; })) return "";
    for (const auto& [cell, text] : said_.values)
      if (cell == name)
        return text == shown
                   ? ""
                   : fmt::format("{} is said to print {}, and natively prints {}", version_, cleave::quoted(text), cleave::quoted(shown));
    return shown.empty() ? ""
                         : fmt::format("{} is said to print nothing to {}, and natively prints {}", version_, name, cleave::quoted(shown));
  }

  // As with output; those of other directories are not looked at.
  std::string files(const result::Criterion& criterion) const {
    for (const auto& [name, contents] : run_.files) {
      const std::string problem = output(result::fileObservation(name), contents, criterion.counts(result::kFiles));
      if (!problem.empty()) return problem;
    }
    return "";
  }

  std::string expressions(const LoadedTexts& texts, const std::vector<result::Input>& inputs, const Values& input, const Enumerators& enumerators) const {
    for (const auto& [name, text] : texts) {
      const ReplayCell* cell = cellOf(cells_, name);
      const std::string* shown = valueOf(run_, name);
      if (cell == nullptr || shown == nullptr || *shown == "unreadable") continue;
      const std::optional<CValue> value = evaluateC(text, inputs, input, enumerators);
      if (value && !anyOf(name, [&](const std::string& each) { return holds(*cell, each, *value); }))
        return fmt::format("{} is said to show {} = {}, which is {} here, and natively it is {}", version_, name, text,
                           toHex(value->bits, value->width), *shown);
    }
    return "";
  }

 private:
  const char* version_;
  const LoadedObservation& said_;
  const ReplayObservation& run_;
  const std::vector<ReplayCell>& cells_;
};

}  // namespace

std::string contradiction(const LoadedEntry& entry, const LoadedPartition& partition, const Values& input, const NativeRuns& runs,
                          const result::Criterion& criterion, bool isWitness) {
  const auto of = [&](const ShownSide& side, const ReplayObservation& run, const LoadedTexts& expressions) {
    // Another member may end otherwise, where code that both versions share ends the run.
    std::vector<std::string> problems{side.expressions(expressions, entry.inputs, input, entry.enumerators)};
    if (isWitness)
      for (const std::string& problem :
           {side.ending(), side.status(), side.cellsSaid(), side.output(result::kStdout, run.output, criterion.counts(result::kStdout)),
            side.output(result::kStderr, run.errors, criterion.counts(result::kStderr)), side.files(criterion)})
        problems.push_back(problem);
    const auto first = std::find_if(problems.begin(), problems.end(), [](const std::string& problem) { return !problem.empty(); });
    return first == problems.end() ? "" : *first;
  };
  const native::ReplayResult& result = runs.result;
  std::string problem = of(ShownSide("before", partition.before, result.before, runs.beforeCells), result.before, partition.beforeExpr);
  return !problem.empty() ? problem
                          : of(ShownSide("after", partition.after, result.after, runs.afterCells), result.after, partition.afterExpr);
}

}  // namespace cleave::audit
