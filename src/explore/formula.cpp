#include "explore/formula.h"

#include "program/facts.h"
#include "support/check.h"
#include "vm/pure_expr.h"
#include "vm/run.h"

namespace cleave::explore {

using change::Matching;
using expr::ExprId;
using program::CallInfo;
using program::Constant;
using program::Definition;
using program::Function;
using program::InstIndex;
using program::Instruction;
using program::Op;
using program::Operand;
using program::Reg;
using program::Type;

namespace {

constexpr Reg kNone = UINT32_MAX;
constexpr unsigned kMostNodes = 300;  // operations in one formula
constexpr unsigned kMostNesting = 3;  // of calls

bool isNarrowInt(Type type) { return type.isInt() && type.width >= 1 && type.width <= 64; }

bool isComputed(const Function& function, const Instruction& i) {
  return program::isPure(i.op) || (program::isDivision(i.op) && !program::divisionMayTrap(function, i));
}

}  // namespace

FunctionFormulas::FunctionFormulas(const change::FunctionPair& pair, const VersionFlow& before, const VersionFlow& after,
                                   expr::ExprPool& pool)
    : pool_(pool) {
  halves_.before.flow = &before;
  halves_.after.flow = &after;
  halves_.before.id = pair.before;
  halves_.after.id = pair.after;
  for (Half* half : {&halves_.before, &halves_.after}) {
    half->function = &half->flow->pointsTo.program().function(half->id);
    half->partners.assign(half->function->registerCount, kNone);
  }
  pairRegisters(pair.matching);
}

void FunctionFormulas::pairRegisters(const Matching& matching) {
  const Function& f = *halves_.before.function;
  const Function& g = *halves_.after.function;
  const auto pair = [&](Reg x, Reg y) {
    halves_.before.partners[x] = y;
    halves_.after.partners[y] = x;
  };
  for (size_t k = 0; k < f.parameters.size() && k < g.parameters.size(); ++k) pair(f.parameters[k].reg, g.parameters[k].reg);
  for (size_t b = 0; b < matching.phis.size(); ++b)
    for (size_t p = 0; p < matching.phis[b].size(); ++p)
      if (const Matching::PhiRef other = matching.phis[b][p]; other.block != Matching::kNone)
        pair(f.blocks[b].phis[p].dst, g.blocks[other.block].phis[other.phi].dst);
  for (InstIndex i = 0; i < matching.instructions.size(); ++i) {
    if (matching.instructions[i] == Matching::kNone) continue;
    const std::vector<Reg> own = program::resultsOf(f, f.instructions[i]);
    const std::vector<Reg> other = program::resultsOf(g, g.instructions[matching.instructions[i]]);
    for (size_t k = 0; k < own.size() && k < other.size(); ++k) pair(own[k], other[k]);
  }
}

void FunctionFormulas::setImpact(const change::Impact& impact, bool anyInput) {
  halves_.before.impact = &impact.before.functions[halves_.before.id.value];
  halves_.after.impact = &impact.after.functions[halves_.after.id.value];
  anyInput_ = anyInput;
  known_.clear();
}

bool FunctionFormulas::isImpacted(Side side, Reg reg) const {
  const Definition& definition = halves_.of(side).function->facts.definitions[reg];
  const change::ImpactSide::Function& impact = *halves_.of(side).impact;
  switch (definition.kind) {
    case Definition::Kind::None:
      return true;
    case Definition::Kind::Parameter:
      return impact.parameters[definition.index] != 0;
    case Definition::Kind::Phi:
      return impact.phis[definition.index][definition.phi] != 0;
    case Definition::Kind::Instruction:
      return impact.instructions[definition.index] != 0;
  }
  UNREACHABLE("not a kind of definition");
}

// Clean, unless any partner will do, of the same type in both versions, and never undefined: an undefined bit spreads by other rules than
// those of numbers.
bool FunctionFormulas::isInput(Side side, Reg reg, Depth depth) const {
  const Reg partner = partnerOf(side, reg);
  if (partner == kNone || !isNarrowInt(typeOf(side, reg)) || typeOf(side, reg) != typeOf(otherSide(side), partner)) return false;
  if (!anyInput_ && depth != Depth::Partners && (isImpacted(side, reg) || isImpacted(otherSide(side), partner))) return false;
  const auto mayBeUndefined = [&](Side of, Reg r) {
    return halves_.of(of).flow->definedness.mayBeUndefined(halves_.of(of).id, Operand::reg(r));
  };
  return !mayBeUndefined(side, reg) && !mayBeUndefined(otherSide(side), partner);
}

ExprId FunctionFormulas::symbolOf(Reg before) {
  ExprId& known = symbols_[before];
  if (!known.valid()) {
    const std::string name = "value!" + halves_.before.function->name + "!" + std::to_string(before);
    const expr::SymbolId symbol = pool_.addSymbol({name, expr::Sort::bits(typeOf(Side::Before, before).width), true});
    known = vm::registerExpr(pool_, pool_.symbolExpr(symbol));
  }
  return known;
}

ExprId FunctionFormulas::formulaOf(Side side, Reg reg, Depth depth, std::set<Reg>& inputs) {
  nodes_ = 0;
  return compute(side, reg, depth, inputs);
}

// Ends since it goes against the order of dominance: there are no phis on the way.
ExprId FunctionFormulas::compute(Side side, Reg reg, Depth depth, std::set<Reg>& inputs) {
  const auto [place, isNew] = known_.try_emplace({side, reg, depth});
  Known& known = place->second;  // maps do not move what they hold
  if (isNew) {
    const Definition& definition = halves_.of(side).function->facts.definitions[reg];
    const Function& function = *halves_.of(side).function;
    const Instruction* by = definition.kind == Definition::Kind::Instruction ? &function.instructions[definition.index] : nullptr;
    const bool computed = by != nullptr && isNarrowInt(definition.type) && isComputed(function, *by);
    if (isInput(side, reg, depth) && (depth == Depth::FirstClean || !computed)) {
      const Reg before = side == Side::Before ? reg : partnerOf(Side::After, reg);
      known.expr = symbolOf(before);
      known.inputs.insert(before);
    } else if (computed) {
      known.expr = apply(function, *by, [&](Operand operand) { return compute(side, operand.index(), depth, known.inputs); });
    } else if (by != nullptr && by->op == Op::Call) {
      known.expr = callOf(side, *by, depth, known.inputs);
    }
  }
  inputs.insert(known.inputs.begin(), known.inputs.end());
  return known.expr;
}

ExprId FunctionFormulas::constantOf(const Function& function, Operand operand) const {
  const Constant& constant = function.constants[operand.index()];
  if (constant.kind != Constant::Kind::Bits || !isNarrowInt(constant.type)) return {};
  return pool_.constant(vm::sortOf(constant.type), constant.bits);
}

template <class OperandOf>
ExprId FunctionFormulas::apply(const Function& function, const Instruction& i, OperandOf&& operandOf) {
  if (++nodes_ > kMostNodes) return {};
  std::array<ExprId, 3> operands;
  const std::array<Operand, 3> read = {i.a, i.b, i.c};
  for (size_t k = 0; k < read.size(); ++k) {
    if (!read[k].present()) continue;
    operands[k] = read[k].isConstant() ? constantOf(function, read[k]) : operandOf(read[k]);
    if (!operands[k].valid()) return {};
  }
  return vm::pureExpr(pool_, i, operands[0], operands[1], operands[2]);
}

// Of a function that is nothing but a formula of its parameters.
ExprId FunctionFormulas::callOf(Side side, const Instruction& call, Depth depth, std::set<Reg>& inputs) {
  const program::Program& program = halves_.of(side).flow->pointsTo.program();
  const CallInfo& info = halves_.of(side).function->calls[call.extra];
  if (!info.callee.valid() || info.results.size() != 1) return {};
  const Function& callee = program.function(info.callee);
  if (callee.parameters.size() != info.arguments.size()) return {};
  Environment registers(callee.registerCount);
  for (size_t k = 0; k < info.arguments.size(); ++k) {
    const Operand argument = info.arguments[k];
    if (info.argumentTypes[k] != callee.parameters[k].type || !isNarrowInt(info.argumentTypes[k])) return {};
    const ExprId value =
        argument.isConstant() ? constantOf(*halves_.of(side).function, argument) : compute(side, argument.index(), depth, inputs);
    if (!value.valid()) return {};
    registers[callee.parameters[k].reg] = value;
  }
  if (callee.results != info.resultTypes) return {};
  return bodyOf(program, callee, std::move(registers), 1);
}

ExprId FunctionFormulas::bodyOf(const program::Program& program, const Function& callee, Environment registers, unsigned nesting) {
  if (!callee.defined || callee.variadic || callee.blocks.size() != 1 || callee.results.size() != 1 || nesting > kMostNesting) return {};
  const auto valueOf = [&](Operand operand) { return operand.isConstant() ? constantOf(callee, operand) : registers[operand.index()]; };
  for (const Instruction& i : callee.instructions) {
    if (i.op == Op::Return) return valueOf(callee.calls[i.extra].arguments[0]);
    ExprId value;
    if (i.op == Op::Call) {
      const CallInfo& info = callee.calls[i.extra];
      if (!info.callee.valid() || info.results.size() != 1) return {};
      const Function& inner = program.function(info.callee);
      if (inner.parameters.size() != info.arguments.size() || inner.results != info.resultTypes) return {};
      Environment arguments(inner.registerCount);
      for (size_t k = 0; k < info.arguments.size(); ++k) {
        if (info.argumentTypes[k] != inner.parameters[k].type || !isNarrowInt(info.argumentTypes[k])) return {};
        arguments[inner.parameters[k].reg] = valueOf(info.arguments[k]);
        if (!arguments[inner.parameters[k].reg].valid()) return {};
      }
      value = bodyOf(program, inner, std::move(arguments), nesting + 1);
      if (value.valid()) registers[info.results[0]] = value;
    } else if (isComputed(callee, i)) {
      value = apply(callee, i, valueOf);
      if (value.valid()) registers[i.dst] = value;
    }
    if (!value.valid()) return {};  // also what nobody reads: it may have effects
  }
  return {};
}

}  // namespace cleave::explore
