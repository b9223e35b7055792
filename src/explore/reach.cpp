#include "explore/reach.h"

#include <algorithm>
#include <set>
#include <string>

#include "flow/library.h"
#include "flow/points_to.h"
#include "inputs/partners.h"
#include "program/meaning.h"

namespace cleave::explore {

using program::Constant;
using program::Function;
using program::FunctionId;
using program::GlobalId;

namespace {

class Walk {
 public:
  Walk(const Task& task, Side side)
      : task_(task),
        side_(side),
        program_(side == Side::Before ? task.before : task.after),
        binding_(side == Side::Before ? task.entry.before : task.entry.after),
        pointsTo_(program_, binding_.function),
        seen_(program_.functions.size()) {
    for (const change::GlobalMatch& each : task.changes.globals)
      if (each.same) sameGlobals_.insert(each.of(side));
    for (const program::Global& global : program_.globals)
      if (program::isVirtualTable(global))
        for (const program::Relocation& each : global.relocations)
          if (each.target.kind == Constant::Kind::Function) virtual_.insert(each.target.target);
  }

  bool meetsChange() {
    add(binding_.function);
    add(binding_.body);
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
    if (!function.defined) return mayCallBack(function);
    if (isMarked(id)) return true;
    for (const program::Instruction& each : function.instructions) {
      if (each.op == program::Op::Unsupported) return true;
      if (each.op == program::Op::Call && !addCallees(id, each)) return true;
    }
    return std::ranges::any_of(function.constants, [&](const Constant& each) { return each.kind == Constant::Kind::Global && isOther(GlobalId(each.target)); });
  }

  // Of what the machine carries out itself only an end of the program does: exit what was registered. The rest may do anything.
  static bool mayCallBack(const Function& function) {
    const flow::LibraryFunction* library = flow::findLibraryFunction(function.name);
    return library == nullptr || library->ends;
  }

  // Through a pointer: where the inputs within the bounds lead to functions there, all that have the type of one of these; else all that take
  // and return what is given and asked for. False: nobody knows.
  bool addCallees(FunctionId caller, const program::Instruction& call) {
    const program::CallInfo& info = program_.function(caller).calls[call.extra];
    if (info.callee.valid()) {
      add(info.callee);
      return true;
    }
    std::set<std::string> types;
    if (pointsTo_.reaches(caller))
      for (const FunctionId each : pointsTo_.targets(caller, call)) {
        const Function& function = program_.function(each);
        if (function.fromModels) add(each);
        if (mayBeCalled(function, info)) types.insert(typeOf(function));
      }
    for (size_t f = 0; f < program_.functions.size(); ++f) {
      const Function& function = program_.functions[f];
      if (!mayBeCalled(function, info) || (!types.empty() && !types.contains(typeOf(function)))) continue;
      if (virtual_.contains(f)) return false;  // a derived class may have another one in its place
      add(FunctionId(f));
    }
    return true;
  }

  static bool mayBeCalled(const Function& function, const program::CallInfo& call) {
    const bool isUsers = function.defined && !function.fromModels;
    return isUsers && function.results == call.resultTypes &&
           (function.variadic || std::ranges::equal(function.parameters, call.argumentTypes, {}, &program::Parameter::type));
  }

  std::string typeOf(const Function& function) const { return function.hasSourceSignature ? inputs::signatureText(program_, function) : ""; }

  bool isMarked(FunctionId id) const {
    const auto& marks = task_.changes.marks.of(side_);
    if (id.value >= marks.size()) return true;
    const auto isMark = [](uint32_t change) { return change != 0; };
    const change::InstructionMarks& own = marks[id.value];
    return std::ranges::any_of(own.instructions, isMark) || std::ranges::any_of(own.phis, [&](const auto& block) { return std::ranges::any_of(block, isMark); });
  }

  // Of one version only, or with another start. What it leads to is met by whoever calls it.
  bool isOther(GlobalId id) const { return !sameGlobals_.contains(id); }

  const Task& task_;
  Side side_;
  const program::Program& program_;
  const vm::EntryBinding& binding_;
  flow::PointsTo pointsTo_;
  std::set<GlobalId> sameGlobals_;
  std::set<size_t> virtual_;  // functions
  std::vector<bool> seen_;
  std::vector<FunctionId> todo_;
};

}  // namespace

bool mayComeToChange(const Task& task) {
  if (task.sameCode || task.changes.changes.empty()) return false;
  return !task.changes.sameStart || Walk(task, Side::Before).meetsChange() || Walk(task, Side::After).meetsChange();
}

}  // namespace cleave::explore
