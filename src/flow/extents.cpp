#include "flow/extents.h"

#include <algorithm>

#include "support/check.h"

namespace cleave::flow {

using program::CallInfo;
using program::Constant;
using program::Function;
using program::FunctionId;
using program::Instruction;
using program::Op;
using program::Operand;

Extents::Extents(const PointsTo& pointsTo, FunctionId except, uint64_t mostWork)
    : pointsTo_(pointsTo),
      program_(pointsTo.program()),
      except_(except),
      mostWork_(mostWork),
      registers_(program_.functions.size()),
      results_(program_.functions.size()) {
  for (const FunctionId id : pointsTo.reached()) results_[id.value].resize(program_.function(id).results.size());
  for (uint32_t g = 0; g < program_.globals.size(); ++g)
    for (const program::Relocation& relocation : program_.globals[g].relocations)
      if (relocation.target.kind == Constant::Kind::Global)
        join(contents_[pointsTo.siteOf(Site::Kind::Global, g)],
             {{pointsTo.siteOf(Site::Kind::Global, relocation.target.target), static_cast<int64_t>(relocation.target.bits)}});
  for (bool isNew = true; isNew && !isGivenUp_;) {
    isNew = false;
    for (const FunctionId id : pointsTo.reached()) {
      isNew = visit(id) || isNew;
      if (isGivenUp_) break;
    }
  }
  if (isGivenUp_) return;
  for (const FunctionId id : pointsTo.reached())
    if (id != except_) countAccesses(id);
}

std::optional<uint64_t> Extents::of(SiteId site) const {
  if (isGivenUp_) return std::nullopt;
  const auto found = ends_.find(site);
  if (found == ends_.end()) return 0;
  if (!found->second) return std::nullopt;
  return static_cast<uint64_t>(*found->second);
}

// One instruction may have thousands of targets with thousands of objects behind each, so all work is counted where it is done.
bool Extents::isTooMuch(uint64_t work) {
  work_ += work;
  isGivenUp_ = isGivenUp_ || work_ > mostWork_;
  return isGivenUp_;
}

bool Extents::join(Targets& to, const Targets& from) {
  bool isNew = false;
  if (isTooMuch(from.size() + 1)) return false;
  for (const auto& [site, offset] : from) {
    const auto [place, added] = to.emplace(site, offset);
    isNew = isNew || added;
    if (added || place->second == offset || !place->second) continue;
    place->second = std::nullopt;
    isNew = true;
  }
  return isNew;
}

Extents::Targets Extents::anywhere(const SiteSet& sites) {
  Targets all;
  if (isGivenUp_) return all;
  sites.forEach([&](SiteId site) { all.emplace_hint(all.end(), site, std::nullopt); });
  (void)isTooMuch(all.size());
  return all;
}

Extents::Targets Extents::targetsOf(FunctionId id, Operand operand) {
  if (!operand.present() || isGivenUp_) return {};
  if (operand.isConstant()) {
    const Constant& constant = program_.function(id).constants[operand.index()];
    if (constant.kind != Constant::Kind::Global) return anywhere(pointsTo_.behind(id, operand));
    return {{pointsTo_.siteOf(Site::Kind::Global, constant.target), static_cast<int64_t>(constant.bits)}};
  }
  const auto found = registers_[id.value].find(operand.index());
  return found == registers_[id.value].end() ? Targets() : found->second;
}

std::optional<int64_t> Extents::constantOf(FunctionId id, Operand operand, program::Type type) const {
  if (!operand.isConstant() || !type.isInt() || type.width > 64) return std::nullopt;
  const Constant& constant = program_.function(id).constants[operand.index()];
  if (constant.kind != Constant::Kind::Bits) return std::nullopt;
  return static_cast<int64_t>(asSigned(constant.bits, type.width));
}

bool Extents::visit(FunctionId id) {
  const Function& function = program_.function(id);
  bool isNew = false;
  for (const program::Block& block : function.blocks) {
    for (const program::Phi& phi : block.phis)
      for (const auto& [from, operand] : phi.incoming) isNew = join(registers_[id.value][phi.dst], targetsOf(id, operand)) || isNew;
    for (program::InstIndex i = block.first; i < block.end; ++i) isNew = visitInstruction(id, function.instructions[i]) || isNew;
  }
  return isNew;
}

bool Extents::visitInstruction(FunctionId id, const Instruction& i) {
  if (isGivenUp_) return false;
  std::map<program::Reg, Targets>& registers = registers_[id.value];
  if (i.op == Op::Call) return visitCall(id, i);
  if (i.op == Op::Return) {
    bool isNew = false;
    const CallInfo& returned = program_.function(id).calls[i.extra];
    for (size_t k = 0; k < returned.arguments.size() && k < results_[id.value].size(); ++k)
      isNew = join(results_[id.value][k], targetsOf(id, returned.arguments[k])) || isNew;
    return isNew;
  }
  if (i.op == Op::Store) {
    bool isNew = false;
    const Targets stored = targetsOf(id, i.a);
    if (!stored.empty()) pointsTo_.behind(id, i.b).forEach([&](SiteId site) { isNew = join(contents_[site], stored) || isNew; });
    return isNew;
  }
  if (program::copiesMemory(i.op)) {
    bool isNew = false;
    pointsTo_.behind(id, i.a).forEach([&](SiteId to) {
      pointsTo_.behind(id, i.b).forEach([&](SiteId from) {
        const auto found = contents_.find(from);
        if (found == contents_.end() || to == from) return;
        const Targets copied = found->second;
        isNew = join(contents_[to], copied) || isNew;
      });
    });
    return isNew;
  }
  if (i.dst == UINT32_MAX) return false;
  if (i.op == Op::Copy || i.op == Op::Freeze) return join(registers[i.dst], targetsOf(id, i.a));
  if (i.op == Op::Select) {
    const bool first = join(registers[i.dst], targetsOf(id, i.b));
    return join(registers[i.dst], targetsOf(id, i.c)) || first;
  }
  if (i.op == Op::PtrAdd) {
    const std::optional<int64_t> index = i.b.present() ? constantOf(id, i.b, i.sourceType) : 1;
    Targets moved = targetsOf(id, i.a);
    for (auto& [site, offset] : moved) offset = offset && index ? Offset(*offset + *index * i.imm) : std::nullopt;
    return join(registers[i.dst], moved);
  }
  if (i.op == Op::Load && i.type.isPointer()) {
    Targets loaded;
    pointsTo_.behind(id, i.a).forEach([&](SiteId site) {
      if (const auto found = contents_.find(site); found != contents_.end()) join(loaded, found->second);
    });
    return join(registers[i.dst], loaded);
  }
  return join(registers[i.dst], anywhere(pointsTo_.behind(id, Operand::reg(i.dst))));
}

bool Extents::visitCall(FunctionId id, const Instruction& i) {
  const CallInfo& call = program_.function(id).calls[i.extra];
  bool isNew = false;
  for (const FunctionId callee : pointsTo_.targets(id, i)) {
    if (isGivenUp_) return false;
    const Function& function = program_.function(callee);
    const bool isPlain = function.defined && function.parameters.size() == call.arguments.size() && !function.variadic;
    for (size_t k = 0; isPlain && k < call.arguments.size(); ++k)
      isNew = join(registers_[callee.value][function.parameters[k].reg], targetsOf(id, call.arguments[k])) || isNew;
    // Arguments that go another way (variable ones, by value) and what a library function does may lead anywhere.
    for (size_t k = 0; !isPlain && function.defined && k < function.parameters.size(); ++k)
      isNew = join(registers_[callee.value][function.parameters[k].reg],
                   anywhere(pointsTo_.behind(callee, Operand::reg(function.parameters[k].reg)))) ||
              isNew;
    if (!isPlain)
      for (const Operand argument : call.arguments)
        pointsTo_.behind(id, argument).forEach([&](SiteId site) {
          isNew = join(contents_[site], anywhere(pointsTo_.contents(site))) || isNew;
          if (pointsTo_.siteOf(Site::Kind::Variadic, callee.value).valid())
            isNew = join(contents_[pointsTo_.siteOf(Site::Kind::Variadic, callee.value)], {{site, std::nullopt}}) || isNew;
        });
    for (size_t k = 0; k < call.results.size(); ++k) {
      const Targets returned = function.defined && k < results_[callee.value].size()
                                   ? results_[callee.value][k]
                                   : anywhere(pointsTo_.behind(id, Operand::reg(call.results[k])));
      isNew = join(registers_[id.value][call.results[k]], returned) || isNew;
    }
  }
  return isNew;
}

// --- accesses

void Extents::touch(FunctionId id, Operand pointer, std::optional<uint64_t> bytes) {
  const Targets targets = targetsOf(id, pointer);
  pointsTo_.behind(id, pointer).forEach([&](SiteId site) {
    const auto found = targets.find(site);
    const bool isKnown = found != targets.end() && found->second && *found->second >= 0 && bytes;
    const Offset end = isKnown ? Offset(*found->second + static_cast<int64_t>(*bytes)) : std::nullopt;
    const auto [place, added] = ends_.emplace(site, end);
    if (!added) place->second = place->second && end ? Offset(std::max(*place->second, *end)) : std::nullopt;
  });
}

void Extents::countAccesses(FunctionId id) {
  const Function& function = program_.function(id);
  const auto lengthOf = [&](Operand length) -> std::optional<uint64_t> {
    const std::optional<int64_t> constant = constantOf(id, length, program::Type::integer(64));
    return constant && *constant >= 0 ? std::optional<uint64_t>(*constant) : std::nullopt;
  };
  for (const Instruction& i : function.instructions) {
    if (i.op == Op::Load) touch(id, i.a, i.type.bytes());
    if (i.op == Op::Store) touch(id, i.b, i.type.bytes());
    if (i.op == Op::MemCpy || i.op == Op::MemMove) touch(id, i.b, lengthOf(i.c));
    if (i.op == Op::MemCpy || i.op == Op::MemMove || i.op == Op::MemSet) touch(id, i.a, lengthOf(i.c));
    if (i.op == Op::VaStart || i.op == Op::VaEnd || i.op == Op::VaCopy) touch(id, i.a, std::nullopt);
    if (i.op != Op::Call) continue;
    const CallInfo& call = function.calls[i.extra];
    for (const FunctionId callee : pointsTo_.targets(id, i)) {
      const Function& target = program_.function(callee);
      for (size_t k = 0; k < call.arguments.size(); ++k) {
        const bool byValue = target.defined && k < target.parameters.size() && target.parameters[k].byValueSize != 0;
        if (byValue)
          touch(id, call.arguments[k], target.parameters[k].byValueSize);
        else if (!target.defined)
          touch(id, call.arguments[k], std::nullopt);
      }
    }
  }
}

}  // namespace cleave::flow
