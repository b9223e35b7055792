#include "flow/points_to.h"

#include <tuple>

#include "flow/library.h"
#include "support/check.h"

namespace cleave::flow {

using program::CallInfo;
using program::Constant;
using program::Family;
using program::Function;
using program::FunctionId;
using program::Instruction;
using program::Op;
using program::Operand;
using program::Program;

PointsTo::PointsTo(const Program& program, FunctionId entry)
    : program_(program),
      entry_(entry),
      reached_(program.functions.size(), false),
      registers_(program.functions.size()),
      constants_(program.functions.size()),
      results_(program.functions.size()) {
  sites_.reserve(program.globals.size() + program.functions.size() + 1);
  for (uint32_t g = 0; g < program.globals.size(); ++g) sites_.push_back({Site::Kind::Global, g});
  for (uint32_t f = 0; f < program.functions.size(); ++f) sites_.push_back({Site::Kind::Function, f});
  contents_.resize(sites_.size());
  const SiteId result = makeSite(Site::Kind::Result, 0);
  for (uint32_t g = 0; g < program.globals.size(); ++g)
    for (const program::Relocation& relocation : program.globals[g].relocations)
      contents_[siteOf(Site::Kind::Global, g).value].add(constantSet(relocation.target));
  for (const FunctionId constructor : program.constructors) reach(constructor);
  reach(entry);
  for (const program::Parameter& parameter : program.function(entry).parameters)
    if (parameter.structReturn && program.function(entry).defined) registerSet(entry, parameter.reg).add(result);

  for (bool isNew = true; isNew;) {
    isNew = false;
    for (size_t k = 0; k < order_.size(); ++k) isNew = visit(order_[k]) || isNew;  // grows
  }
}

SiteSet PointsTo::reachable(const SiteSet& from) const {
  SiteSet all = from;
  for (int depth = 0; depth < 3; ++depth) {
    SiteSet next = all;
    all.forEach([&](SiteId site) { next.add(contents(site)); });
    if (!all.add(next)) break;
  }
  return all;
}

SiteId PointsTo::makeSite(Site::Kind kind, uint32_t source, uint32_t instruction) {
  CHECK(kind != Site::Kind::Global && kind != Site::Kind::Function, "those are there from the start");
  const auto [place, isNew] = siteIds_.try_emplace({kind, source, instruction}, SiteId(sites_.size()));
  if (isNew) {
    sites_.push_back({kind, source, instruction});
    contents_.emplace_back();
  }
  return place->second;
}

SiteId PointsTo::siteOf(Site::Kind kind, uint32_t source, uint32_t instruction) const {
  if (kind == Site::Kind::Global) return SiteId(source);
  if (kind == Site::Kind::Function) return SiteId(program_.globals.size() + source);
  const auto found = siteIds_.find({kind, source, instruction});
  return found == siteIds_.end() ? SiteId() : found->second;
}

SiteSet PointsTo::constantSet(const Constant& constant) const {
  SiteSet set;
  if (constant.kind == Constant::Kind::Global) set.add(siteOf(Site::Kind::Global, constant.target));
  if (constant.kind == Constant::Kind::Function) set.add(siteOf(Site::Kind::Function, constant.target));
  return set;
}

void PointsTo::reach(FunctionId id) {
  if (reached_[id.value]) return;
  reached_[id.value] = true;
  const Function& function = program_.function(id);
  if (!function.defined) return;
  order_.push_back(id);
  registers_[id.value].resize(function.registerCount);
  results_[id.value].resize(function.results.size());
  for (const Constant& constant : function.constants) constants_[id.value].push_back(constantSet(constant));
  for (uint32_t k = 0; k < function.parameters.size(); ++k)
    if (function.parameters[k].byValueSize != 0) makeSite(Site::Kind::ByValue, id.value, k);
  if (function.variadic) makeSite(Site::Kind::Variadic, id.value);
}

const SiteSet& PointsTo::behind(FunctionId function, Operand operand) const {
  if (!operand.present()) return none_;
  return operand.isConstant() ? constants_[function.value][operand.index()] : registers_[function.value][operand.index()];
}

std::vector<FunctionId> PointsTo::targets(FunctionId function, const Instruction& call) const {
  const CallInfo& info = program_.function(function).calls[call.extra];
  if (info.callee.valid()) return {info.callee};
  std::vector<FunctionId> result;
  behind(function, call.a).forEach([&](SiteId site) {
    if (sites_[site.value].kind == Site::Kind::Function) result.push_back(FunctionId(sites_[site.value].source));
  });
  return result;
}

// --- the rounds

bool PointsTo::visit(FunctionId id) {
  const Function& function = program_.function(id);
  bool isNew = false;
  for (const program::Block& block : function.blocks)
    for (const program::Phi& phi : block.phis)
      for (const auto& [from, operand] : phi.incoming) isNew = registerSet(id, phi.dst).add(behind(id, operand)) || isNew;
  for (uint32_t i = 0; i < function.instructions.size(); ++i) isNew = visitInstruction(id, function.instructions[i], i) || isNew;
  return isNew;
}

bool PointsTo::store(const SiteSet& to, const SiteSet& what) {
  bool isNew = false;
  if (what.empty()) return false;
  to.forEach([&](SiteId site) { isNew = contents_[site.value].add(what) || isNew; });
  return isNew;
}

bool PointsTo::copyContents(const SiteSet& to, const SiteSet& from) {
  SiteSet all;
  from.forEach([&](SiteId site) { all.add(contents_[site.value]); });
  return store(to, all);
}

bool PointsTo::visitInstruction(FunctionId id, const Instruction& i, uint32_t index) {
  switch (familyOf(i.op)) {
    case Family::Integer:
    case Family::Division:
    case Family::Overflow:
    case Family::Float:
    case Family::Cast:
    case Family::Move:
      return joinOperands(id, i);
    case Family::Memory:
      return visitMemory(id, i, index);
    case Family::Bytes:
      return copiesMemory(i.op) && copyContents(behind(id, i.a), behind(id, i.b));
    case Family::VarArgs:
      return visitVarArgs(id, i);
    case Family::Call:
      return visitCall(id, i, index);
    case Family::Terminator:
      return i.op == Op::Return && visitReturn(id, i);
    case Family::Comparison:
    case Family::Unsupported:
      return false;
  }
  UNREACHABLE("an operation of no family");
}

// The result may point to whatever an operand may.
bool PointsTo::joinOperands(FunctionId id, const Instruction& i) {
  bool isNew = false;
  for (const Operand operand : {i.a, i.b, i.c}) isNew = registerSet(id, i.dst).add(behind(id, operand)) || isNew;
  return isNew;
}

bool PointsTo::visitMemory(FunctionId id, const Instruction& i, uint32_t index) {
  if (i.op == Op::Alloca) return registerSet(id, i.dst).add(makeSite(Site::Kind::Alloca, id.value, index));
  if (i.op == Op::PtrAdd) return joinOperands(id, i);
  if (i.op == Op::Store) return store(behind(id, i.b), behind(id, i.a));
  CHECK(i.op == Op::Load, "an access of no kind");
  SiteSet loaded;
  behind(id, i.a).forEach([&](SiteId site) { loaded.add(contents_[site.value]); });
  return registerSet(id, i.dst).add(loaded);
}

bool PointsTo::visitVarArgs(FunctionId id, const Instruction& i) {
  if (i.op == Op::VaEnd) return false;
  if (copiesMemory(i.op)) return copyContents(behind(id, i.a), behind(id, i.b));
  SiteSet area;
  if (const SiteId site = siteOf(Site::Kind::Variadic, id.value); site.valid()) area.add(site);
  return store(behind(id, i.a), area);
}

bool PointsTo::visitReturn(FunctionId id, const Instruction& i) {
  const CallInfo& returned = program_.function(id).calls[i.extra];
  bool isNew = false;
  for (size_t k = 0; k < returned.arguments.size() && k < results_[id.value].size(); ++k)
    isNew = results_[id.value][k].add(behind(id, returned.arguments[k])) || isNew;
  return isNew;
}

bool PointsTo::visitCall(FunctionId id, const Instruction& i, uint32_t index) {
  const CallInfo& call = program_.function(id).calls[i.extra];
  bool isNew = false;
  for (const FunctionId callee : targets(id, i)) {
    reach(callee);
    isNew = (program_.function(callee).defined ? enterBody(id, call, callee) : enterLibrary(id, call, callee, index)) || isNew;
  }
  return isNew;
}

bool PointsTo::enterBody(FunctionId caller, const CallInfo& call, FunctionId callee) {
  const Function& function = program_.function(callee);
  bool isNew = false;
  for (uint32_t k = 0; k < call.arguments.size(); ++k) {
    const SiteSet argument = behind(caller, call.arguments[k]);
    if (k >= function.parameters.size()) {
      if (!function.variadic) continue;
      isNew = contents_[siteOf(Site::Kind::Variadic, callee.value).value].add(argument) || isNew;
    } else if (function.parameters[k].byValueSize != 0) {
      const SiteId copy = siteOf(Site::Kind::ByValue, callee.value, k);
      SiteSet own;
      own.add(copy);
      isNew = copyContents(own, argument) || isNew;
      isNew = registerSet(callee, function.parameters[k].reg).add(copy) || isNew;
    } else {
      isNew = registerSet(callee, function.parameters[k].reg).add(argument) || isNew;
    }
  }
  for (size_t k = 0; k < call.results.size() && k < results_[callee.value].size(); ++k)
    isNew = registerSet(caller, call.results[k]).add(results_[callee.value][k]) || isNew;
  return isNew;
}

bool PointsTo::enterLibrary(FunctionId caller, const CallInfo& call, FunctionId callee, uint32_t index) {
  // Nothing is known of a run behind a call of an unknown function, so nothing needs to be: the VM ends there, and effects.h says that it
  // may do anything.
  const LibraryFunction* function = findLibraryFunction(program_.function(callee).name);
  if (function == nullptr) return false;
  bool isNew = false;
  const auto argument = [&](int k) {
    return k >= 0 && static_cast<size_t>(k) < call.arguments.size() ? behind(caller, call.arguments[static_cast<size_t>(k)]) : none_;
  };
  SiteSet result;
  if (function->allocates) {
    const SiteId fresh = makeSite(Site::Kind::Heap, caller.value, index);
    result.add(fresh);
    if (function->copiesFrom >= 0) isNew = copyContents(result, argument(function->copiesFrom)) || isNew;
    if (function->writes != 0) isNew = store(argument(0), result) || isNew;
  } else if (function->copiesFrom >= 0) {
    isNew = copyContents(argument(0), argument(function->copiesFrom)) || isNew;
  }
  if (function->returns >= 0) result.add(argument(function->returns));
  if (!call.results.empty()) isNew = registerSet(caller, call.results[0]).add(result) || isNew;
  return isNew;
}

const PointsTo& PointsToCache::from(FunctionId entry) {
  std::unique_ptr<PointsTo>& known = known_[entry];
  if (known == nullptr) known = std::make_unique<PointsTo>(program_, entry);
  return *known;
}

}  // namespace cleave::flow
