#include "explore/part_place.h"

#include <algorithm>

namespace cleave::explore {

namespace {

std::string placeOf(const program::Program& program, const vm::Decision& decision) {
  if (!decision.userFunction.valid()) return {};
  const program::SourceLoc& loc = program.function(decision.userFunction).instructions[decision.userInstruction].loc;
  return loc.known() ? program.locText(loc) : std::string();
}

}  // namespace

std::string partPlace(const Task& task, const PairRun& run) {
  const std::vector<vm::Decision>&before = run.before.decisions, &after = run.after.decisions;
  const auto [x, y] = std::ranges::mismatch(before, after, {}, &vm::Decision::literal, &vm::Decision::literal);
  if (y != after.end()) return placeOf(task.after, *y);
  return x != before.end() ? "before " + placeOf(task.before, *x) : std::string();
}

}  // namespace cleave::explore
