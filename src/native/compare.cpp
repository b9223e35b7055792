#include "native/compare.h"

#include <csignal>
#include <cstring>
#include <optional>

#include <fmt/format.h>

#include "support/float_format.h"
#include "support/text.h"

namespace cleave::native {

using result::Observable;
using result::OutcomeKind;

namespace {

constexpr size_t kLongestText = 200;

std::string shortened(const std::string& text) {
  return text.size() <= kLongestText ? cleave::quoted(text)
                                     : cleave::quoted(text.substr(0, kLongestText)) + fmt::format("... ({} bytes)", text.size());
}

std::string endText(const ReplayObservation& observation) {
  switch (observation.end) {
    case ReplayObservation::End::Returned:
      return "returned";
    case ReplayObservation::End::Threw:
      return "threw " + observation.exception;
    case ReplayObservation::End::Exited:
      return fmt::format("exited with status {}", observation.code);
    case ReplayObservation::End::Signalled: {
      const char* name = ::sigabbrev_np(observation.code);
      return name != nullptr ? fmt::format("killed by SIG{}", name) : fmt::format("killed by signal {}", observation.code);
    }
    case ReplayObservation::End::TimedOut:
      return "ended by a limit" + (observation.sanitizer.empty() ? "" : ": " + observation.sanitizer);
    case ReplayObservation::End::Sanitizer:
      return "sanitizer: " + observation.sanitizer;
  }
  UNREACHABLE("a run that ended in no way");
}

// What the C++ runtime says of an exception that ends the program. Other words on stderr before a crash may name lines of the source.
std::string lastWords(const std::string& errors) {
  const size_t at = errors.rfind("terminate called ");
  return at == std::string::npos ? "" : errors.substr(at);
}

unsigned widthOf(const ReplayCell& cell) { return cell.path.bits != 0 ? cell.path.bits : 8 * cell.path.bytes; }

// The number in a cell, as one of 128 bits; of a float its long double. Nothing where it is no number.
std::optional<U128> numberIn(const ReplayCell& cell, const std::string& shown) {
  const unsigned width = widthOf(cell);
  if (cell.kind == ReplayCell::Kind::Pointer || width == 0 || width > 128 || shown.compare(0, 2, "0x") != 0) return std::nullopt;
  U128 bits = 0;
  for (const char c : shown.substr(2)) bits = bits << 4 | static_cast<unsigned>(c <= '9' ? c - '0' : c - 'a' + 10);
  if (cell.kind == ReplayCell::Kind::Float) return isFloatWidth(width) ? std::optional(bitsOf(numberOf(bits, width))) : std::nullopt;
  return cell.isSigned ? static_cast<U128>(asSigned(bits, width)) : bits;
}

bool areReadOtherwise(const ReplayCell& before, const ReplayCell& after) {
  return before.kind == ReplayCell::Kind::Bytes && after.kind == ReplayCell::Kind::Bytes && before.isTyped && after.isTyped &&
         before.isSigned != after.isSigned;
}

bool isNegative(const ReplayCell& cell, U128 number) { return cell.isSigned && static_cast<I128>(number) < 0; }

// Where a pointer leads in the input: "input s[9] + 1".
struct InputPlace {
  std::string name;
  std::string size;
  std::string offset;  // empty: to the beginning
};

std::optional<InputPlace> inputPlaceOf(const std::string& shown) {
  const size_t open = shown.find('['), close = shown.find(']');
  if (!shown.starts_with("input ") || open == std::string::npos || close == std::string::npos) return std::nullopt;
  return InputPlace{shown.substr(0, open), shown.substr(open, close - open), shown.substr(close + 1)};
}

// The end of an object may be the beginning of the next one, so what leads behind a beginning is told apart within its object alone; and there only if both versions lay
// it out alike: else another distance may be the same member.
bool mayBeSamePlace(const std::string& before, const std::string& after) {
  const std::optional<InputPlace> x = inputPlaceOf(before), y = inputPlaceOf(after);
  if (!x || !y) return false;
  if (x->name == y->name) return x->size != y->size || x->offset == y->offset;
  return !x->offset.empty() || !y->offset.empty();
}

// A result whose type has changed holds the same number in more or fewer bytes, or in bytes that mean another number.
bool isSame(const CellPlan::Row& row, const std::string& before, const std::string& after) {
  const bool readOtherwise = areReadOtherwise(row.before, row.after);
  if (before == after && !readOtherwise) return true;
  if (row.before.kind == ReplayCell::Kind::Pointer && row.after.kind == ReplayCell::Kind::Pointer && mayBeSamePlace(before, after)) return true;
  if (row.before.kind != row.after.kind || (widthOf(row.before) == widthOf(row.after) && !readOtherwise)) return false;
  const std::optional<U128> left = numberIn(row.before, before), right = numberIn(row.after, after);
  if (!left || !right) return before == after;
  return *left == *right && (!readOtherwise || isNegative(row.before, *left) == isNegative(row.after, *right));
}

// As many calls at other places in the text. Of more or fewer calls what they were given tells.
bool areElsewhere(const std::vector<size_t>& before, const std::vector<size_t>& after) {
  return before.size() == after.size() && before != after;
}

}  // namespace

OutcomeKind outcomeOf(ReplayObservation::End end) {
  switch (end) {
    case ReplayObservation::End::Returned:
      return OutcomeKind::Returned;
    case ReplayObservation::End::Threw:
      return OutcomeKind::Threw;
    case ReplayObservation::End::Exited:
      return OutcomeKind::Exited;
    case ReplayObservation::End::Signalled:
    case ReplayObservation::End::Sanitizer:
      return OutcomeKind::Trapped;
    case ReplayObservation::End::TimedOut:
      return OutcomeKind::Unfinished;
  }
  UNREACHABLE("a run that ended in no way");
}

std::string toText(const ReplayObservation& observation) {
  std::string text = endText(observation);
  constexpr size_t kMost = 8;  // cells
  const size_t shown = observation.cells.size() <= kMost + 1 ? observation.cells.size() : kMost;
  for (size_t k = 0; k < shown; ++k) text += fmt::format(", {} = {}", observation.cells[k].first, observation.cells[k].second);
  if (shown < observation.cells.size()) text += fmt::format(", {} more", observation.cells.size() - shown);
  if (!observation.output.empty()) text += ", stdout " + shortened(observation.output);
  for (const auto& [name, contents] : observation.files) text += fmt::format(", file {} {}", cleave::quoted(name), shortened(contents));
  if (!observation.errors.empty()) text += ", stderr " + shortened(observation.errors);
  return text;
}

bool isLimited(const ReplayObservation& observation) { return outcomeOf(observation.end) == OutcomeKind::Unfinished; }

bool differ(const ReplayObservation& before, const ReplayObservation& after, const CellPlan& plan, const result::Criterion& criterion) {
  CHECK(!isLimited(before) && !isLimited(after), "a limited run cannot be compared");
  if (before.end != after.end) return true;
  const auto isSeen = [end = outcomeOf(before.end)](Observable what) { return result::isSeenNatively(what, end); };
  if (isSeen(Observable::TrapKind) && (before.sanitizer != after.sanitizer || before.code != after.code)) return true;
  if (isSeen(Observable::ExitStatus) && criterion.counts(result::kExitStatus) && before.code != after.code) return true;
  if (isSeen(Observable::Stdout) && criterion.counts(result::kStdout) &&
      (before.output != after.output || areElsewhere(before.outputAtCalls, after.outputAtCalls)))
    return true;
  const bool errorsCount = isSeen(Observable::Stderr) && criterion.counts(result::kStderr);
  if (errorsCount ? before.errors != after.errors || areElsewhere(before.errorsAtCalls, after.errorsAtCalls)
                  : !isSeen(Observable::Stderr) && lastWords(before.errors) != lastWords(after.errors))
    return true;
  if (isSeen(Observable::Files) && criterion.counts(result::kFiles) && before.files != after.files) return true;
  if (isSeen(Observable::ExceptionType) && before.exception != after.exception) return true;
  if (before.stopped != after.stopped) return true;
  if (!showsCells(before.end)) return before.cells != after.cells;  // calls of the environment
  CHECK(before.cells.size() == plan.rows.size() && after.cells.size() == plan.rows.size(), "each run has a value for each cell");
  for (size_t i = 0; i < plan.rows.size(); ++i) {
    const CellPlan::Row& row = plan.rows[i];  // after a return there is no exception, and after an exception no result
    if (row.compared && isSeen(result::observableAt(row.before.path.root)) && !isSame(row, before.cells[i].second, after.cells[i].second))
      return true;
  }
  return false;
}

bool differFarBehindObjects(const ReplayObservation& before, const ReplayObservation& after, const CellPlan& plan, const result::Criterion& criterion) {
  const auto isWithin = [](const std::string& shown) {
    const std::optional<InputPlace> place = inputPlaceOf(shown);
    return place && !place->offset.empty();
  };
  const auto isSomewhere = [](const std::string& shown) { return shown.starts_with("pointer "); };
  ReplayObservation without = after;
  for (size_t k = 0; k < before.cells.size() && k < after.cells.size(); ++k) {
    const std::string &x = before.cells[k].second, &y = after.cells[k].second;
    if ((isWithin(x) && isSomewhere(y)) || (isSomewhere(x) && isWithin(y))) without.cells[k].second = x;
  }
  return without.cells != after.cells && !differ(before, without, plan, criterion);
}

CellPlan steadyPart(CellPlan plan, const Twice& before, const Twice& after) {
  const auto repeats = [&](const Twice& runs, size_t k) {
    const bool areThere = k < runs.first.cells.size() && k < runs.second.cells.size();
    return !areThere || runs.first.cells[k].second == runs.second.cells[k].second;
  };
  for (size_t k = 0; k < plan.rows.size(); ++k) plan.rows[k].compared = plan.rows[k].compared && repeats(before, k) && repeats(after, k);
  return plan;
}

}  // namespace cleave::native
