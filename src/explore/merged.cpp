#include "explore/merged.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>

#include "program/merge.h"

namespace cleave::explore {

namespace {

using change::Change;
using change::LineRange;
using program::Function;
using program::FunctionId;
using program::Operand;
using program::Program;

constexpr size_t kMostFunctions = 5000;  // larger programs take too long to be copied and compared once more

// The program of `plain` with what could be merged.
std::optional<Program> mergedProgram(const Program& plain, const Tracking& tracking, Side side) {
  std::vector<std::pair<FunctionId, Function>> changed;
  for (const FunctionId id : tracking.reached(side)) {
    const auto isDefined = [&](Operand condition) { return !tracking.mayBeUndefined(side, id, condition); };
    // Clean code makes hardly any partitions, and looks at values that may be undefined would make some.
    const auto undefined = tracking.isImpacted(side, id) ? program::Undefined::Merge : program::Undefined::Stay;
    if (std::optional<Function> function = program::mergeBranches(plain.function(id), isDefined, undefined))
      changed.emplace_back(id, std::move(*function));
  }
  if (changed.empty()) return std::nullopt;
  Program merged = plain;
  for (auto& [id, function] : changed) merged.functions[id.value] = std::move(function);
  return merged;
}

bool meet(const LineRange& one, const LineRange& other) {
  return one.present() && other.present() && one.first <= other.last && other.first <= one.last;
}

bool areOfOnePlace(const Change& one, const Change& other) {
  return one.function == other.function && (meet(one.before, other.before) || meet(one.after, other.after));
}

}  // namespace

Merged::Merged(const Task& plain, Program before, Program after)
    : plain_(plain.changes),
      before_(std::move(before)),
      after_(std::move(after)),
      // What differs is found anew: a way that is merged in one version alone is a change as well.
      changes_(change::findChanges(before_, after_, {{}, plain.changes.functions, {}})),
      task_{before_, after_, changes_, plain.entry, plain.pool, plain.sameCode} {}

std::unique_ptr<Merged> Merged::make(const Task& task, const Tracking& tracking) {
  if (&task.before == &task.after || std::max(task.before.functions.size(), task.after.functions.size()) > kMostFunctions) return nullptr;
  std::optional<Program> before = mergedProgram(task.before, tracking, Side::Before);
  std::optional<Program> after = mergedProgram(task.after, tracking, Side::After);
  if (!before && !after) return nullptr;
  return std::unique_ptr<Merged>(new Merged(task, before ? std::move(*before) : task.before, after ? std::move(*after) : task.after));
}

std::vector<uint32_t> Merged::plainChanges(const std::vector<uint32_t>& merged, const std::vector<uint32_t>& ran) const {
  std::vector<uint32_t> plain;
  for (const uint32_t id : ran)
    if (std::ranges::any_of(merged, [&](uint32_t each) { return areOfOnePlace(plain_.changes[id - 1], changes_.changes[each - 1]); }))
      plain.push_back(id);
  return plain.empty() && !merged.empty() ? ran : plain;
}

}  // namespace cleave::explore
