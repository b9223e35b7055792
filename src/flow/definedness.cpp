#include "flow/definedness.h"

#include <algorithm>

#include "program/facts.h"

namespace cleave::flow {

using program::CallInfo;
using program::Constant;
using program::Function;
using program::FunctionId;
using program::Instruction;
using program::Op;
using program::Operand;

Definedness::Definedness(const PointsTo& pointsTo)
    : pointsTo_(pointsTo), program_(pointsTo.program()), registers_(program_.functions.size()), results_(program_.functions.size()) {
  for (const FunctionId id : pointsTo.reached()) {
    registers_[id.value].resize(program_.function(id).registerCount, false);
    results_[id.value].resize(program_.function(id).results.size(), false);
  }
  for (const Site& site : pointsTo.sites()) {
    const bool fresh = site.kind == Site::Kind::Alloca || site.kind == Site::Kind::Heap || site.kind == Site::Kind::Result;
    contents_.push_back(fresh);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const FunctionId id : pointsTo.reached()) changed = visit(id) || changed;
  }
}

bool Definedness::mayBeUndefined(FunctionId function, Operand operand) const {
  if (!operand.present()) return false;
  if (operand.isConstant()) return program_.function(function).constants[operand.index()].kind == Constant::Kind::Undefined;
  return registers_[function.value][operand.index()];
}

bool Definedness::raise(FunctionId function, program::Reg reg, bool undefined) {
  if (!undefined || registers_[function.value][reg]) return false;
  registers_[function.value][reg] = true;
  return true;
}

bool Definedness::raiseContents(const SiteSet& sites, bool undefined) {
  bool changed = false;
  if (!undefined) return false;
  sites.forEach([&](SiteId site) {
    changed = changed || !contents_[site.value];
    contents_[site.value] = true;
  });
  return changed;
}

bool Definedness::anyContents(const SiteSet& sites) const {
  bool any = false;
  sites.forEach([&](SiteId site) { any = any || contents_[site.value]; });
  return any;
}

bool Definedness::visit(FunctionId id) {
  const Function& function = program_.function(id);
  bool changed = false;
  for (const program::Block& block : function.blocks)
    for (const program::Phi& phi : block.phis)
      for (const auto& [from, operand] : phi.incoming) changed = raise(id, phi.dst, mayBeUndefined(id, operand)) || changed;
  for (const Instruction& i : function.instructions) changed = visitInstruction(id, i) || changed;
  return changed;
}

bool Definedness::mayReturnUndefined(FunctionId function) const {
  const std::vector<bool>& results = results_[function.value];
  return std::find(results.begin(), results.end(), true) != results.end();
}

bool Definedness::visitInstruction(FunctionId id, const Instruction& i) {
  const auto pointedTo = [&](Operand operand) -> const SiteSet& { return pointsTo_.behind(id, operand); };
  if (i.op == Op::Call) return visitCall(id, i);
  if (i.op == Op::Store) return raiseContents(pointedTo(i.b), mayBeUndefined(id, i.a));
  if (program::copiesMemory(i.op)) return raiseContents(pointedTo(i.a), anyContents(pointedTo(i.b)));
  if (i.op == Op::MemSet) return raiseContents(pointedTo(i.a), mayBeUndefined(id, i.b));
  if (i.op == Op::Return) {
    bool changed = false;
    const CallInfo& returned = program_.function(id).calls[i.extra];
    for (size_t k = 0; k < returned.arguments.size() && k < results_[id.value].size(); ++k) {
      if (!mayBeUndefined(id, returned.arguments[k]) || results_[id.value][k]) continue;
      results_[id.value][k] = changed = true;
    }
    return changed;
  }
  if (i.dst == UINT32_MAX || i.op == Op::Freeze || i.op == Op::Alloca) return false;
  bool undefined = i.op == Op::Load && anyContents(pointedTo(i.a));
  for (const Operand operand : {i.a, i.b, i.c}) undefined = undefined || mayBeUndefined(id, operand);
  bool changed = raise(id, i.dst, undefined);
  if (program::hasOverflowFlag(i.op)) changed = raise(id, i.extra, undefined) || changed;
  return changed;
}

bool Definedness::visitCall(FunctionId id, const Instruction& i) {
  const CallInfo& call = program_.function(id).calls[i.extra];
  bool changed = false;
  for (const FunctionId callee : pointsTo_.targets(id, i)) {
    const Function& function = program_.function(callee);
    for (uint32_t k = 0; k < call.arguments.size(); ++k) {
      const bool undefined = mayBeUndefined(id, call.arguments[k]);
      if (!function.defined) {
        // Whatever a library function copies or formats: what is behind its arguments may end up in what it writes.
        if (k > 0)
          changed =
              raiseContents(pointsTo_.behind(id, call.arguments[0]), undefined || anyContents(pointsTo_.behind(id, call.arguments[k]))) ||
              changed;
      } else if (k >= function.parameters.size()) {
        SiteSet area;
        if (const SiteId site = pointsTo_.siteOf(Site::Kind::Variadic, callee.value); site.valid()) area.add(site);
        changed = raiseContents(area, undefined) || changed;
      } else if (function.parameters[k].byValueSize != 0) {
        SiteSet copy;
        copy.add(pointsTo_.siteOf(Site::Kind::ByValue, callee.value, k));
        changed = raiseContents(copy, anyContents(pointsTo_.behind(id, call.arguments[k]))) || changed;
      } else {
        changed = raise(callee, function.parameters[k].reg, undefined) || changed;
      }
    }
    for (size_t k = 0; k < call.results.size() && function.defined && k < results_[callee.value].size(); ++k)
      changed = raise(id, call.results[k], results_[callee.value][k]) || changed;
    // A library function's result depends on its arguments.
    if (!function.defined && !call.results.empty())
      for (const Operand argument : call.arguments) changed = raise(id, call.results[0], mayBeUndefined(id, argument)) || changed;
  }
  return changed;
}

}  // namespace cleave::flow
