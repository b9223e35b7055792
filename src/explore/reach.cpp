#include "explore/reach.h"

#include <algorithm>

namespace cleave::explore {

using program::Constant;
using program::Function;
using program::FunctionId;
using program::GlobalId;

namespace {

class Walk {
 public:
  Walk(const Task& task, Side side) : task_(task), side_(side), program_(side == Side::Before ? task.before : task.after), seen_(program_.functions.size()) {}

  bool meetsChange(const vm::EntryBinding& binding) {
    add(binding.function);
    add(binding.body);
    for (size_t k = 0; k < todo_.size(); ++k)
      if (isChanged(todo_[k])) return true;
    return false;
  }

 private:
  void add(FunctionId id) {
    if (!id.valid() || seen_[id.value]) return;
    seen_[id.value] = true;
    todo_.push_back(id);
  }

  // Itself; adds what it calls.
  bool isChanged(FunctionId id) {
    const Function& function = program_.function(id);
    if (!function.defined) return false;  // of the machine, or the world outside, which calls nothing
    if (isMarked(id)) return true;
    for (const program::Instruction& each : function.instructions) {
      if (each.op == program::Op::Unsupported) return true;
      if (each.op != program::Op::Call) continue;
      const FunctionId callee = function.calls[each.extra].callee;
      if (!callee.valid()) return true;
      add(callee);
    }
    return std::ranges::any_of(function.constants, [&](const Constant& each) { return each.kind == Constant::Kind::Global && isOther(GlobalId(each.target)); });
  }

  bool isMarked(FunctionId id) const {
    const auto& marks = task_.changes.marks.of(side_);
    if (id.value >= marks.size()) return true;
    const auto isMark = [](uint32_t change) { return change != 0; };
    const change::InstructionMarks& own = marks[id.value];
    return std::ranges::any_of(own.instructions, isMark) || std::ranges::any_of(own.phis, [&](const auto& block) { return std::ranges::any_of(block, isMark); });
  }

  // Of one version only, or with another start. What it leads to is met by whoever calls it.
  bool isOther(GlobalId id) const {
    const auto match = std::ranges::find_if(task_.changes.globals, [&](const change::GlobalMatch& each) { return each.of(side_) == id; });
    return match == task_.changes.globals.end() || !match->same;
  }

  const Task& task_;
  Side side_;
  const program::Program& program_;
  std::vector<bool> seen_;
  std::vector<FunctionId> todo_;
};

}  // namespace

bool mayComeToChange(const Task& task) {
  if (task.sameCode || task.changes.changes.empty()) return false;
  return !task.changes.sameStart || Walk(task, Side::Before).meetsChange(task.entry.before) || Walk(task, Side::After).meetsChange(task.entry.after);
}

}  // namespace cleave::explore
