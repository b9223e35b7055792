#include "driver/constructors.h"

#include <algorithm>
#include <set>

namespace cleave::driver {

namespace {

using program::Constant;
using program::FunctionId;
using program::GlobalId;

// Variables that the code mentions, and the code that it mentions; through tables that code mentions as well, or not.
class Mentioned {
 public:
  Mentioned(const program::Program& program, bool throughTables) : program_(program), throughTables_(throughTables) {}

  std::set<GlobalId> from(const std::vector<FunctionId>& start) {
    for (const FunctionId id : start) add(id);
    while (!open_.empty()) {
      const program::Function& function = program_.function(open_.back());
      open_.pop_back();
      for (const program::CallInfo& call : function.calls)
        if (call.callee.valid()) add(call.callee);
      for (const Constant& constant : function.constants) add(constant);
    }
    return variables_;
  }

 private:
  void add(FunctionId id) {
    if (seen_.insert(id).second) open_.push_back(id);
  }
  void add(const Constant& constant) {
    if (constant.kind == Constant::Kind::Function) add(FunctionId(constant.target));
    if (constant.kind == Constant::Kind::Global) add(GlobalId(constant.target));
  }
  void add(GlobalId id) {
    const program::Global& global = program_.global(id);
    if (!tables_.insert(id).second) return;
    if (!global.constant && !global.fromModels) variables_.insert(id);
    if (throughTables_ || !global.constant)
      for (const program::Relocation& each : global.relocations) add(each.target);
  }

  const program::Program& program_;
  bool throughTables_;
  std::vector<FunctionId> open_;
  std::set<FunctionId> seen_;
  std::set<GlobalId> tables_, variables_;
};

}  // namespace

bool dropUnrelatedConstructors(program::Program& program, const std::vector<FunctionId>& entries) {
  if (program.constructors.empty()) return false;
  const std::set<GlobalId> lookedAt = Mentioned(program, true).from(entries);
  return std::erase_if(program.constructors, [&](FunctionId constructor) {
           // What it hands to a library in tables (virtual functions of tests) runs later.
           const std::set<GlobalId> made = Mentioned(program, false).from({constructor});
           return std::ranges::none_of(made, [&](GlobalId id) { return lookedAt.contains(id); });
         }) != 0;
}

bool dropUnrelatedConstructors(Prepared& prepared) {
  Both<std::vector<FunctionId>> entries;
  for (const EntryHarness& each : prepared.planned) {
    entries.before.push_back(each.before);
    entries.after.push_back(each.after);
  }
  const bool before = dropUnrelatedConstructors(prepared.versions.before.program, entries.before);
  return dropUnrelatedConstructors(prepared.versions.after.program, entries.after) || before;
}

}  // namespace cleave::driver
