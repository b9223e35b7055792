#include <algorithm>

#include <fmt/format.h>

#include "report/guard.h"
#include "report/layout.h"
#include "report/row_text.h"
#include "report/utf8.h"
#include "report/witness_text.h"
#include "support/text.h"

namespace cleave::report {

namespace {

using result::GuardProperty;
using result::GuardResult;
using result::GuardViolation;
using result::PropertyFate;

constexpr size_t kMostOthers = 4;
constexpr size_t kShownSteps = 12;
constexpr size_t kLabel = 11;

class GuardText {
 public:
  GuardText(const GuardResult& result, const TextOptions& options, bool wholeTrace)
      : given_(result), all_(options.all), wholeTrace_(wholeTrace) {
    shape_.width = std::max(40u, options.width);
    shape_.mostLines = 1000;
  }

  std::string text() {
    line(headline(), 0);
    for (size_t k = 0; k < given_.violations.size(); ++k) violation(k);
    list(PropertyFate::Outdated, "Outdated: true on before, and the tests of after break them");
    list(PropertyFate::Open, "Open: true on before, undecided on after");
    if (all_) {
      list(PropertyFate::Valid, "Valid: true on both versions");
      list(PropertyFate::Gone, "Gone: true on before, and after has no such place");
      list(PropertyFate::False, "Shown by the tests of before by chance: some input breaks them");
      list(PropertyFate::Unproved, "Undecided on before");
    }
    facts();
    return std::move(text_);
  }

 private:
  std::string headline() const {
    const uint64_t violated = given_.count(PropertyFate::Violated), open = given_.count(PropertyFate::Open);
    const uint64_t valid = given_.count(PropertyFate::Valid);
    const std::string rest = fmt::format("{} still {}{}", valid, valid == 1 ? "holds" : "hold",
                                         open == 0 ? "" : fmt::format(", {} undecided", open));
    if (violated != 0) return fmt::format("{} {} that held no longer {}; {}", violated, violated == 1 ? "property" : "properties", violated == 1 ? "does" : "do", rest);
    return given_.properties.empty() ? "no property was found" : "no property is violated: " + rest;
  }

  void line(const std::string& text, size_t indent) {
    for (const std::string& each : wrap(text, shape_.width - indent, 20)) text_ += std::string(indent, ' ') + each + "\n";
  }

  static std::string whereText(const GuardProperty& property) {
    const result::Place& place = property.after.at.empty() ? property.before : property.after;
    return fmt::format("{} {}, {}", printable(property.function), printable(property.point), printable(place.at));
  }
  static std::string propertyText(const GuardProperty& property) {
    return fmt::format("{}   ({})", printable(property.text), whereText(property));
  }

  void violation(size_t k) {
    const GuardViolation& violation = given_.violations[k];
    text_ += '\n';
    line(fmt::format("{}. {}", k + 1, propertyText(given_.properties[violation.properties.front()])), 0);
    result::EntryResult entry;
    entry.name = violation.entry;
    entry.inputs = violation.inputs;
    entry.vocabulary = violation.vocabulary;
    result::Partition member;
    member.witness = violation.input;
    member.witnessBits = violation.inputBits;
    const RowText row(entry, member);
    line(fmt::format("{} breaks it{}", row.call(), violation.confirmed ? " (confirmed)" : " (NOT confirmed: " + printable(violation.note) + ")"), 3);
    if (violation.difference) {
      const RowText shown(entry, *violation.difference);
      line(fmt::format("and it shows: before {}, after {}", shown.beforeShown(), shown.afterShown()), 3);
    }
    for (const result::Change& change : violation.changes) line("relies on change " + changeText(change), 3);
    others(violation);
    trace(violation);
  }

  static std::string valueText(const result::TraceChange& change) {
    if (change.now.empty()) return printable(change.name) + " is gone";
    if (change.old.empty()) return fmt::format("{} = {}", printable(change.name), printable(change.now));
    return fmt::format("{}: {} -> {}", printable(change.name), printable(change.old), printable(change.now));
  }

  // In the order of the run, numbered by how many steps lie between and the violation.
  void trace(const GuardViolation& violation) {
    const std::vector<result::TraceStep>& steps = violation.trace;
    if (steps.empty()) {
      if (!violation.traceNote.empty()) line("no trace: " + printable(violation.traceNote), 3);
      return;
    }
    const size_t shown = wholeTrace_ ? steps.size() : std::min(steps.size(), kShownSteps);
    const bool isAll = shown == steps.size() && violation.isTraceWhole;
    line(isAll ? "how it comes to that:"
               : fmt::format("how it comes to that, the last {} steps{}:", shown,
                             shown < steps.size() ? fmt::format(" of {} (--trace: all)", steps.size()) : ""),
         3);
    size_t width = 0;
    for (size_t k = steps.size() - shown; k < steps.size(); ++k) width = std::max(width, placeText(steps[k]).size());
    const size_t digits = std::to_string(shown).size() + 1;
    for (size_t k = steps.size() - shown; k < steps.size(); ++k) step(steps[k], steps.size() - 1 - k, width, digits);
  }

  static std::string placeText(const result::TraceStep& step) { return fmt::format("{}:{}", printable(step.file), step.line); }

  void step(const result::TraceStep& step, size_t left, size_t width, size_t digits) {
    std::vector<std::string> changes;
    for (const result::TraceChange& change : step.changes) changes.push_back(valueText(change));
    const std::string number = left == 0 ? "0" : fmt::format("-{}", left);
    const std::string head = fmt::format("{:<{}}  {:<{}}  {}{}", number, digits, placeText(step), width, std::string(2 * step.depth, ' '),
                                         printable(step.source.empty() ? step.function : step.source));
    line(head, 5);
    if (!changes.empty()) line(join(changes, ", "), 5 + digits + 2 + width + 4 + 2 * size_t{step.depth});
  }

  void others(const GuardViolation& violation) {
    if (violation.properties.size() < 2) return;
    line("for the same reason:", 3);
    const size_t most = all_ ? violation.properties.size() : std::min(violation.properties.size(), kMostOthers + 1);
    for (size_t k = 1; k < most; ++k) line(propertyText(given_.properties[violation.properties[k]]), 5);
    if (most < violation.properties.size()) line(fmt::format("({} more: --all)", violation.properties.size() - most), 5);
  }

  void list(PropertyFate fate, const char* heading) {
    if (given_.count(fate) == 0) return;
    text_ += '\n';
    line(heading, 0);
    for (const GuardProperty& property : given_.properties) {
      if (property.fate != fate) continue;
      const std::string& how = fate == PropertyFate::Valid ? property.check : property.reason;
      line(propertyText(property) + (how.empty() ? "" : ": " + printable(how)), 2);
    }
  }

  void labelledLines(const char* label, const std::vector<std::string>& lines) {
    for (size_t k = 0; k < lines.size(); ++k) text_ += labelled(k == 0 ? label : "", kLabel, printable(lines[k]), shape_);
  }

  static std::vector<std::string> assertsText(const result::GuardAsserts& asserts) {
    std::vector<std::string> lines{fmt::format("{} in {}", asserts.written, asserts.directory)};
    for (const auto& [reason, count] : asserts.skipped) lines.push_back(fmt::format("{} not written: {}", count, reason));
    return lines;
  }

  void facts() {
    text_ += '\n';
    std::vector<std::string> lines;
    for (const result::Change& change : given_.changes) lines.push_back(changeText(change));
    labelledLines("changes", lines);
    lines.clear();
    for (const result::GuardStep& step : given_.steps)
      lines.push_back(fmt::format("{}: {}{}", step.name, step.summary, step.seconds > 0 ? fmt::format(" ({:.1f} s)", step.seconds) : ""));
    labelledLines("steps", lines);
    if (given_.asserts) labelledLines("asserts", assertsText(*given_.asserts));
    labelledLines("bounds", given_.bounds);
    labelledLines("assumes", given_.assumptions);
    labelledLines("notes", given_.notes);
  }

  const GuardResult& given_;
  bool all_;
  bool wholeTrace_;
  TableShape shape_;
  std::string text_;
};

}  // namespace

std::string toText(const GuardResult& result, const TextOptions& options, bool wholeTrace) {
  return GuardText(result, options, wholeTrace).text();
}

}  // namespace cleave::report
