#include "explore/unseen.h"

#include <algorithm>

#include "flow/points_to.h"

namespace cleave::explore {

using flow::Site;
using flow::SiteId;
using flow::SiteSet;
using program::Function;
using program::FunctionId;
using program::Instruction;
using program::Op;

namespace {

constexpr const char* kLeavesEntry = "cleave_vm_threw";  // its first argument is the exception

class Version {
 public:
  Version(const Task& task, const Tracking* tracking, Side side)
      : task_(task),
        tracking_(tracking),
        side_(side),
        program_(side == Side::Before ? task.before : task.after),
        binding_(side == Side::Before ? task.entry.before : task.entry.after),
        pointsTo_(program_, binding_.function) {}

  // The name of a function that differs, and may be pointed to by what is shown; empty: there is none.
  std::string shownFunction() const {
    SiteSet shown = roots();
    for (bool isNew = true; isNew;) {
      SiteSet next = shown;
      shown.forEach([&](SiteId site) { next.add(pointsTo_.contents(site)); });
      isNew = shown.add(next);
    }
    std::string found;
    shown.forEach([&](SiteId site) {
      const Site& each = pointsTo_.sites()[site.value];
      if (found.empty() && each.kind == Site::Kind::Function && differs(FunctionId(each.source)))
        found = program_.functions[each.source].display;
    });
    return found;
  }

  // The name of a function that reads or writes a volatile object other than its own local ones; empty: none does.
  std::string volatileAccess() const {
    for (const FunctionId id : pointsTo_.reached())
      for (const Instruction& each : program_.function(id).instructions)
        if ((each.op == Op::Load || each.op == Op::Store) && each.flag != 0 && !isLocal(id, each.op == Op::Load ? each.a : each.b))
          return program_.function(id).display;
    return "";
  }

 private:
  bool differs(FunctionId id) const {
    const change::FunctionPair* pair = task_.changes.pairOf(side_, id);
    // A model that one version alone has is of a class that the other does not show: the models are the same in both.
    if (pair == nullptr) return program_.function(id).defined && !program_.function(id).fromModels;
    return program_.function(id).defined && !pair->sameDeep;
  }

  bool isLocal(FunctionId function, program::Operand pointer) const {
    bool local = true;
    const SiteSet& behind = pointsTo_.behind(function, pointer);
    behind.forEach([&](SiteId site) { local = local && pointsTo_.sites()[site.value].kind == Site::Kind::Alloca; });
    return local && !behind.empty();
  }

  // What is too narrow for an address shows none: a run that shows a part of one is unfinished.
  void addPointers(SiteSet& roots, FunctionId function, const program::CallInfo& returned) const {
    for (size_t k = 0; k < returned.arguments.size(); ++k)
      if (const program::Type type = returned.argumentTypes[k]; !type.isFloat() && type.width >= program::Type::pointer().width)
        roots.add(pointsTo_.behind(function, returned.arguments[k]));
  }

  // What is looked at first: results, exceptions that leave the entry, and globals that a run may have written.
  SiteSet roots() const {
    SiteSet roots;
    for (const FunctionId id : {binding_.function, binding_.body}) {
      if (!id.valid() || !pointsTo_.reaches(id)) continue;
      const Function& function = program_.function(id);
      for (const Instruction& each : function.instructions)
        if (each.op == Op::Return) addPointers(roots, id, function.calls[each.extra]);
    }
    for (const FunctionId id : pointsTo_.reached())
      for (const program::CallInfo& call : program_.function(id).calls)
        if (call.callee.valid() && program_.function(call.callee).name == kLeavesEntry) roots.add(pointsTo_.behind(id, call.arguments[0]));
    roots.add(pointsTo_.siteOf(Site::Kind::Result, 0));
    if (tracking_ != nullptr) {
      for (const Tracking::Watched& each : tracking_->globals())
        if (const program::GlobalId id = side_ == Side::Before ? each.before : each.after; id.valid())
          roots.add(pointsTo_.siteOf(Site::Kind::Global, id.value));
    } else {
      for (uint32_t g = 0; g < program_.globals.size(); ++g)
        if (program::isObservable(program_.globals[g]) && !program_.globals[g].constant) roots.add(pointsTo_.siteOf(Site::Kind::Global, g));
    }
    return roots;
  }

  const Task& task_;
  const Tracking* tracking_;
  Side side_;
  const program::Program& program_;
  const vm::EntryBinding& binding_;
  flow::PointsTo pointsTo_;
};

}  // namespace

std::string unseenDifference(const Task& task, const Tracking* tracking) {
  if (task.sameCode || (&task.before == &task.after && task.entry.before.function == task.entry.after.function)) return "";
  for (const Side side : kSides) {
    const Version version(task, tracking, side);
    if (const std::string name = version.shownFunction(); !name.empty())
      return "a pointer to " + name + " may be shown, and what " + name + " does is not compared there";
    if (const std::string name = version.volatileAccess(); !name.empty())
      return name + " reads or writes a volatile object, and how often it does is not compared";
  }
  return "";
}

}  // namespace cleave::explore
