// The globals that an entry reads: those are inputs, unless they never change. What the other version reads is one here, too: this version
// must leave it as it was.
#include <algorithm>
#include <map>
#include <set>

#include "flow/library.h"
#include "flow/points_to.h"
#include "inputs/plan_builder.h"
#include "program/shown_name.h"
#include "support/demangled.h"

namespace cleave::inputs {

using flow::PointsTo;
using flow::Site;
using flow::SiteId;
using flow::SiteSet;
using program::Constant;
using program::Function;
using program::FunctionId;
using program::Global;
using program::GlobalId;
using program::Instruction;
using program::Op;
using program::Operand;
using program::PlaceName;
using program::Program;
using program::Reg;

namespace {

// Whether code only ever reads the bytes of a global: it is followed through registers and into functions that get its address. A use that
// is not understood is a write.
class OnlyRead {
 public:
  explicit OnlyRead(const Program& program) : program_(program) {}

  bool of(GlobalId id) {
    const Global& global = program_.global(id);
    if (!global.internal) return false;  // other files may write it
    for (const Global& other : program_.globals)
      for (const program::Relocation& each : other.relocations)
        if (each.target.kind == Constant::Kind::Global && each.target.target == id.value) return false;
    for (const Function& function : program_.functions) {
      const auto isIt = [&](const Constant& each) { return each.kind == Constant::Kind::Global && each.target == id.value; };
      if (!function.defined || std::none_of(function.constants.begin(), function.constants.end(), isIt)) continue;
      if (!uses(function, std::vector<bool>(function.registerCount, false), id)) return false;
    }
    return true;
  }

 private:
  bool parameter(FunctionId id, size_t k) {
    const auto [known, isNew] = parameters_.emplace(std::pair(id.value, k), true);  // a cycle of calls that only read only reads
    if (!isNew) return known->second;
    const Function& function = program_.function(id);
    if (k >= function.parameters.size()) return known->second = false;
    std::vector<bool> derived(function.registerCount, false);
    derived[function.parameters[k].reg] = true;
    const bool only = uses(function, std::move(derived), {});
    return parameters_[{id.value, k}] = only;
  }

  // `derived`: registers that hold an address of it.
  bool uses(const Function& function, std::vector<bool> derived, GlobalId id) {
    const auto leads = [&](Operand operand) {
      if (!operand.present()) return false;
      if (!operand.isConstant()) return static_cast<bool>(derived[operand.index()]);
      const Constant& constant = function.constants[operand.index()];
      return id.valid() && constant.kind == Constant::Kind::Global && constant.target == id.value;
    };
    for (bool grows = true; grows;) {
      grows = false;
      const auto derive = [&](Reg reg) {
        grows = grows || !derived[reg];
        derived[reg] = true;
      };
      for (const program::Block& block : function.blocks)
        for (const program::Phi& phi : block.phis)
          if (std::any_of(phi.incoming.begin(), phi.incoming.end(), [&](const auto& each) { return leads(each.second); })) derive(phi.dst);
      for (const Instruction& i : function.instructions)
        if (handsOn(i.op) && (leads(i.a) || leads(i.b) || leads(i.c))) derive(i.dst);
    }
    return std::all_of(function.instructions.begin(), function.instructions.end(),
                       [&](const Instruction& i) { return isReading(function, i, leads); });
  }

  static bool handsOn(Op op) { return op == Op::PtrAdd || op == Op::Copy || op == Op::Select || op == Op::Freeze; }

  template <class Leads>
  bool isReading(const Function& function, const Instruction& i, const Leads& leads) {
    if (i.op == Op::Call) return isReadingCall(function, i, leads);
    if (i.op == Op::Return) {
      const std::vector<Operand>& results = function.calls[i.extra].arguments;
      return std::none_of(results.begin(), results.end(), leads);
    }
    if (!leads(i.a) && !leads(i.b) && !leads(i.c)) return true;
    if (i.op == Op::Load || i.op == Op::ICmp || handsOn(i.op)) return true;
    return (i.op == Op::MemCpy || i.op == Op::MemMove) && !leads(i.a);
  }

  template <class Leads>
  bool isReadingCall(const Function& function, const Instruction& i, const Leads& leads) {
    if (leads(i.a)) return false;
    const program::CallInfo& call = function.calls[i.extra];
    for (size_t k = 0; k < call.arguments.size(); ++k) {
      if (!leads(call.arguments[k])) continue;
      if (!call.callee.valid()) return false;
      const Function& callee = program_.function(call.callee);
      if (callee.defined && !callee.variadic) {
        if (!parameter(call.callee, k)) return false;
        continue;
      }
      const flow::LibraryFunction* library = callee.defined ? nullptr : flow::findLibraryFunction(callee.name);
      if (library == nullptr || library->frees || library->returns >= 0 || (k < 8 && (library->writes >> k & 1) != 0)) return false;
    }
    return true;
  }

  const Program& program_;
  std::map<std::pair<uint32_t, size_t>, bool> parameters_;
};

// Functions that the entry may come to; what only static constructors run is not among them.
std::vector<FunctionId> reachedFrom(const PointsTo& pointsTo, FunctionId entry) {
  const Program& program = pointsTo.program();
  std::vector<bool> seen(program.functions.size(), false);
  std::vector<FunctionId> order{entry};
  seen[entry.value] = true;
  for (size_t next = 0; next < order.size(); ++next) {
    const FunctionId id = order[next];
    if (!pointsTo.reaches(id)) continue;
    for (const Instruction& i : program.function(id).instructions) {
      if (i.op != Op::Call) continue;
      for (const FunctionId callee : pointsTo.targets(id, i)) {
        if (seen[callee.value]) continue;
        seen[callee.value] = true;
        order.push_back(callee);
      }
    }
    // Handed to the library, or kept: it may be called from there.
    for (const Constant& constant : program.function(id).constants)
      if (constant.kind == Constant::Kind::Function && !seen[constant.target]) {
        seen[constant.target] = true;
        order.push_back(FunctionId(constant.target));
      }
  }
  return order;
}

enum class Use { Read, Write, Any };

bool isVariable(const Global& global) { return global.defined && !global.constant && !global.fromModels; }

std::vector<GlobalId> globalsUsed(const PointsTo& pointsTo, Use use) {
  const Program& program = pointsTo.program();
  SiteSet used;
  for (const FunctionId id : reachedFrom(pointsTo, pointsTo.entry())) {
    if (!pointsTo.reaches(id)) continue;
    for (const Instruction& i : program.function(id).instructions) {
      if (use != Use::Write) {
        if (i.op == Op::Load) used.add(pointsTo.behind(id, i.a));
        if (program::copiesMemory(i.op)) used.add(pointsTo.behind(id, i.b));
      }
      if (use != Use::Read) {
        if (i.op == Op::Store) used.add(pointsTo.behind(id, i.b));
        if (program::copiesMemory(i.op) || i.op == Op::MemSet) used.add(pointsTo.behind(id, i.a));
      }
      if (i.op != Op::Call) continue;
      for (const Operand argument : program.function(id).calls[i.extra].arguments)
        for (const FunctionId callee : pointsTo.targets(id, i))
          if (!program.function(callee).defined || program.function(callee).parameters.empty())
            used.add(pointsTo.reachable(pointsTo.behind(id, argument)));
    }
  }
  std::vector<GlobalId> globals;
  used.forEach([&](SiteId site) {
    const Site& each = pointsTo.sites()[site.value];
    if (each.kind != Site::Kind::Global) return;
    if (isVariable(program.globals[each.source])) globals.push_back(GlobalId(each.source));
  });
  return globals;
}

// INCOMPLETE: what is local to a thread keeps its initial value, and so does what nothing tells the type of. Both are bounds.
bool canBeInput(const Global& global) { return global.type.valid() && !global.threadLocal; }

// Whether a local static is initialised: the compiler's own, without a type.
bool isGuard(const Global& global) { return program::splitName(global.name).symbol.starts_with("_ZGV"); }

// "f(int)::s"
std::string guardedName(const program::Program& program, const Global& guard) {
  const std::string symbol = "_Z" + std::string(program::splitName(guard.name).symbol.substr(std::string_view("_ZGV").size()));
  if (const GlobalId id = program.findGlobal(symbol); id.valid() && !program.global(id).display.starts_with("_Z"))
    return program.global(id).display;
  return demangled(symbol).value_or(symbol);
}

// Without those that never change.
std::vector<GlobalId> globalsRead(const PointsTo& pointsTo) {
  OnlyRead onlyRead(pointsTo.program());
  std::vector<GlobalId> globals = globalsUsed(pointsTo, Use::Read);
  std::erase_if(globals, [&](GlobalId id) { return isGuard(pointsTo.program().global(id)) || onlyRead.of(id); });
  return globals;
}

}  // namespace

std::vector<GlobalId> globalsReached(const PointsTo& pointsTo) {
  std::vector<GlobalId> globals = globalsUsed(pointsTo, Use::Any);
  std::erase_if(globals, [&](GlobalId id) { return !canBeInput(pointsTo.program().global(id)); });
  return globals;
}

std::vector<GlobalId> globalsWritten(const PointsTo& pointsTo) { return globalsUsed(pointsTo, Use::Write); }

bool reachesGlobals(const PointsTo& pointsTo) { return !globalsUsed(pointsTo, Use::Any).empty(); }

// Through function pointers and tables of virtual functions.
std::set<FunctionId> PlanBuilder::broughtAlong() const {
  std::set<FunctionId> functions{id_};
  const auto add = [&](const Value& value) {
    for (const std::string& name : value.functions)
      if (const FunctionId id = program_.findFunction(name); id.valid()) functions.insert(id);
    if (value.kind != Value::Kind::Global) return;
    for (const program::Relocation& each : program_.global(program_.findGlobal(value.global)).relocations)
      if (each.target.kind == Constant::Kind::Function && program_.functions[each.target.target].defined)
        functions.insert(FunctionId(each.target.target));
  };
  for (const Argument& each : plan_.arguments) add(each.value);
  for (const Object& object : plan_.objects)
    for (const Fill& fill : object.fills) add(fill.value);
  return functions;
}

const std::vector<const PointsTo*>& PlanBuilder::reach() {
  for (const FunctionId id : broughtAlong())
    if (reachedFrom_.insert(id).second) reach_.push_back(&pointsTo_.from(id));
  return reach_;
}

void PlanBuilder::globals() {
  std::set<GlobalId> done, ofOther;
  OnlyRead onlyRead(program_);
  for (const std::string& name : partners_.inputGlobals)
    if (const GlobalId id = program_.findGlobal(name);
        id.valid() && isVariable(program_.global(id)) && canBeInput(program_.global(id)) && !onlyRead.of(id))
      ofOther.insert(id);
  for (bool grows = true; grows;) {  // a global may hold function pointers of its own
    std::set<GlobalId> found = ofOther;
    for (const auto& each : reach()) {
      for (const GlobalId id : globalsRead(*each)) found.insert(id);
      for (const GlobalId id : globalsUsed(*each, Use::Read))
        if (isGuard(program_.global(id))) addBoundOnce(sentence(Premise::FirstCall, guardedName(program_, program_.global(id))));
    }
    grows = false;
    // There is room for so many: which ones must not depend on the order of the files.
    const auto sharedName = [&](GlobalId id) {
      const std::string& own = program_.global(id).name;
      const auto partner = partners_.globals.find(own);
      return partner != partners_.globals.end() ? partner->second : own;
    };
    std::vector<GlobalId> inOrder(found.begin(), found.end());
    std::ranges::stable_sort(inOrder, {}, sharedName);
    for (const GlobalId id : inOrder) {
      if (!done.insert(id).second) continue;
      addGlobal(id);
      grows = true;
    }
  }
}

void PlanBuilder::addGlobal(GlobalId id) {
  const Global& global = program_.global(id);
  if (global.size == 0) return;
  const auto partner = partners_.globals.find(global.name);
  slot_ = partner != partners_.globals.end() ? "global " + partner->second : "global of one version " + global.name;
  const std::string& name = program::shownName(global);
  if (isObjectCut(name) || !canBeInput(global)) return addBound(sentence(Premise::GlobalKept, global.display));
  Object object;
  object.global = global.name;
  object.text = name;
  object.element = global.type;
  object.size = global.size;
  plan_.objects.push_back(std::move(object));
  const auto index = static_cast<uint32_t>(plan_.objects.size() - 1);
  Way way;
  way.root = name;
  way.keepsPointers = true;
  fill(index, 0, global.type, PlaceName::plain(name), way);
  plan_.hasGlobals = true;
}

}  // namespace cleave::inputs
