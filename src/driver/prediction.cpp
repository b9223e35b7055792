#include "driver/prediction.h"

#include <algorithm>

#include <fmt/format.h>

#include "native/compare.h"
#include "support/text.h"
#include "vm/files.h"

namespace cleave::driver {

namespace {

using native::ReplayObservation;
using result::Observable;
using result::OutcomeKind;
using vm::ObservedCell;

constexpr const char* kNull = "null";

// As ReplayObservation has it; empty: it cannot be told what the machine shows there.
std::string predictedValue(const ObservedCell& cell) {
  if (cell.kind != ObservedCell::Kind::Scalar || cell.path.bytes == 0 || cell.path.bytes > 16) return "";
  const unsigned width = cell.path.bits != 0 ? cell.path.bits : 8 * cell.path.bytes;
  if (cell.sort.isFloat() && isNan(cell.bits, cell.sort.width)) return "nan";
  return toHex(truncateTo(cell.bits, width), width);
}

std::string cellProblem(const ObservedCell& cell, const std::string& shown) {
  if (cell.kind == ObservedCell::Kind::Pointer) {
    const bool isKnown = cell.target != "invalid" && cell.target != "freed" && shown != "unreadable" && cell.path.root != "";
    if (!isKnown || (cell.target == kNull && cell.bits != 0) || (cell.target == kNull) == (shown == kNull)) return "";
    return fmt::format("{} = {}, predicted {}", cell.name, shown, cell.target);
  }
  const std::string predicted = predictedValue(cell);
  if (predicted.empty() || predicted == shown) return "";
  return fmt::format("{} = {}, predicted {}", cell.name, shown, predicted);
}

// The cells that a run was asked for come in order, those that only the other version has behind them; a name may come twice.
std::string cellsProblem(const std::vector<ObservedCell>& cells, const ReplayObservation& shown) {
  for (const ObservedCell& cell : cells) {
    if (vm::isOfFile(cell)) continue;  // no variable of the machine's
    std::string problem;
    for (const auto& [name, value] : shown.cells) {
      if (name != cell.name) continue;
      problem = cellProblem(cell, value);
      if (problem.empty()) break;
    }
    if (!problem.empty()) return problem;
  }
  return "";
}

std::string textProblem(const char* channel, const std::string& shown, const std::string& predicted) {
  if (shown == predicted) return "";
  return fmt::format("{} {}, predicted {}", channel, cleave::quoted(shown), cleave::quoted(predicted));
}

std::string exitProblem(const vm::Run& predicted, const ReplayObservation& shown) {
  for (const ObservedCell& cell : predicted.cells)
    if (cell.name == result::kExitStatus && static_cast<unsigned>(cell.bits & 0xff) != static_cast<unsigned>(shown.code))
      return fmt::format("exited with status {}, predicted {}", shown.code, static_cast<unsigned>(cell.bits & 0xff));
  return "";
}

// Those of other directories are not looked at, nor what a stream still holds when a run is cut short: whether that was written is the library's choice.
std::string filesProblem(const std::vector<ObservedCell>& globals, const ReplayObservation& shown) {
  for (const vm::LeftFile& file : vm::leftFiles(globals)) {
    if (file.pending != 0 || file.name.find('/') != std::string::npos) continue;
    const auto found = std::ranges::find(shown.files, file.name, &std::pair<std::string, std::string>::first);
    const std::string name = result::fileObservation(file.name);
    if (found == shown.files.end()) return fmt::format("left no {}, as was predicted", name);
    if (std::string problem = textProblem(name.c_str(), found->second, vm::concreteText(file.text)); !problem.empty()) return problem;
  }
  return "";
}

// Where overflow counts as undefined the machine wraps all the same.
bool hasMeaning(const vm::Outcome& outcome) {
  return !isUndefined(outcome) && !(outcome.kind == OutcomeKind::Trapped && outcome.trap == vm::TrapKind::SignedOverflow);
}

}  // namespace

std::string disagreement(const vm::Run& predicted, const std::vector<ObservedCell>& globals, const ReplayObservation& shown, bool sanitized,
                         const result::Criterion& criterion) {
  if (!hasMeaning(predicted.outcome)) return "";
  const OutcomeKind end = native::outcomeOf(shown.end);
  if (end != predicted.outcome.kind) return fmt::format("{}, predicted {}", toText(end), toText(predicted.outcome.kind));
  if (std::string problem = end == OutcomeKind::Exited ? exitProblem(predicted, shown) : ""; !problem.empty()) return problem;
  if (end == OutcomeKind::Threw && !shown.exception.empty() && !startsWith(predicted.outcome.exception, shown.exception))
    return fmt::format("threw {}, predicted {}", shown.exception, predicted.outcome.reason);
  if (criterion.counts(result::kStdout))
    if (std::string problem = textProblem("stdout", shown.output, vm::concreteText(predicted.output[0])); !problem.empty()) return problem;
  if (!sanitized && result::isSeenNatively(Observable::Stderr, end) && criterion.counts(result::kStderr))
    if (std::string problem = textProblem("stderr", shown.errors, vm::concreteText(predicted.output[1])); !problem.empty()) return problem;
  if (result::isSeenNatively(Observable::Files, end) && criterion.counts(result::kFiles))
    if (std::string problem = filesProblem(globals, shown); !problem.empty()) return problem;
  if (!native::showsCells(shown.end)) return "";
  if (std::string problem = cellsProblem(predicted.cells, shown); !problem.empty()) return problem;
  return cellsProblem(globals, shown);
}

std::vector<std::pair<std::string, std::string>> shownValues(const ReplayObservation& shown) {
  std::vector<std::pair<std::string, std::string>> values = shown.cells;
  if (!shown.output.empty()) values.emplace_back(result::kStdout, shown.output);
  if (!shown.errors.empty()) values.emplace_back(result::kStderr, shown.errors);
  for (const auto& [name, contents] : shown.files) values.emplace_back(result::fileObservation(name), contents);
  return values;
}

}  // namespace cleave::driver
