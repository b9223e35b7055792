#include "program/facts.h"

#include <algorithm>
#include <utility>

#include "support/check.h"

namespace cleave::program {

namespace {

void define(const Function& function, FunctionFacts& facts, Reg reg, const Definition& definition) {
  CHECK(reg < facts.definitions.size(), "a register beyond the frame of " + function.name);
  facts.definitions[reg] = definition;
}

void defineWhole(const Function& function, FunctionFacts& facts, Reg reg, Definition definition) {
  for (; definition.slot < definition.type.slots(); ++definition.slot) define(function, facts, reg + definition.slot, definition);
}

void findDefinitions(const Function& function, FunctionFacts& facts) {
  using Kind = Definition::Kind;
  facts.definitions.resize(function.registerCount);
  for (uint32_t k = 0; k < function.parameters.size(); ++k)
    defineWhole(function, facts, function.parameters[k].reg, {Kind::Parameter, k, 0, 0, function.parameters[k].type});
  for (BlockIndex b = 0; b < function.blocks.size(); ++b) {
    const std::vector<Phi>& phis = function.blocks[b].phis;
    for (uint32_t p = 0; p < phis.size(); ++p) defineWhole(function, facts, phis[p].dst, {Kind::Phi, b, p, 0, phis[p].type});
  }
  for (InstIndex i = 0; i < function.instructions.size(); ++i) {
    uint32_t slot = 0;
    forEachResult(function, function.instructions[i], [&](Reg reg, Type type) {
      define(function, facts, reg, {Kind::Instruction, i, 0, slot++, type});
    });
  }
}

void findFlow(const Function& function, FunctionFacts& facts) {
  facts.blockOf.resize(function.instructions.size());
  for (BlockIndex b = 0; b < function.blocks.size(); ++b)
    std::fill(facts.blockOf.begin() + function.blocks[b].first, facts.blockOf.begin() + function.blocks[b].end, b);
  facts.successors.resize(function.blocks.size());
  facts.predecessors.resize(function.blocks.size());
  // Several cases of a switch may lead to one block. Looked at block by block, what was seen can be kept by target: there may be thousands.
  std::vector<std::vector<uint32_t>> edgesFrom(function.blocks.size());
  for (uint32_t e = 0; e < function.edges.size(); ++e) edgesFrom[function.edges[e].from].push_back(e);
  std::vector<BlockIndex> seenFrom(function.blocks.size(), UINT32_MAX);
  std::vector<bool> isFirst(function.edges.size(), false);
  for (BlockIndex b = 0; b < function.blocks.size(); ++b)
    for (const uint32_t e : edgesFrom[b])
      if (std::exchange(seenFrom[function.edges[e].to], b) != b) isFirst[e] = true;
  for (uint32_t e = 0; e < function.edges.size(); ++e) {
    if (!isFirst[e]) continue;
    facts.successors[function.edges[e].from].push_back(function.edges[e].to);
    facts.predecessors[function.edges[e].to].push_back(function.edges[e].from);
  }
}

}  // namespace

FunctionFacts factsOf(const Function& function) {
  FunctionFacts facts;
  findDefinitions(function, facts);
  findFlow(function, facts);
  return facts;
}

bool argumentsAreUnseen(const Program& program, const CallInfo& call) {
  return call.callee.valid() && !program.function(call.callee).defined && program.function(call.callee).name == "__assert_fail";
}

Operands operandsOf(const Program& program, const Function& function, const Instruction& instruction) {
  if (!hasCallInfo(instruction.op)) return {instruction, {}};
  const CallInfo& call = function.calls[instruction.extra];
  if (argumentsAreUnseen(program, call)) return {instruction, {}};
  return {instruction, call.arguments};
}

bool divisionMayTrap(const Function& function, const Instruction& division) {
  if (!division.b.isConstant()) return true;
  const Constant& divisor = function.constants[division.b.index()];
  if (divisor.kind != Constant::Kind::Bits || division.type.width > 64 || divisor.bits == 0) return true;
  const bool isSigned = division.op == Op::SDiv || division.op == Op::SRem;
  return isSigned && overflowingQuotientTraps(division.type.width) && divisor.bits == mask64(division.type.width);
}

bool hasOverflowFlag(Op op) { return familyOf(op) == Family::Overflow; }

Type resultType(const Instruction& instruction) {
  return familyOf(instruction.op) == Family::Comparison ? Type::integer(1) : instruction.type;
}

std::vector<Reg> resultsOf(const Function& function, const Instruction& instruction) {
  std::vector<Reg> results;
  forEachResult(function, instruction, [&](Reg reg, Type) { results.push_back(reg); });
  return results;
}

std::vector<SwitchCase> sortedCases(const SwitchTable& table) {
  std::vector<SwitchCase> cases = table.cases;
  std::stable_sort(cases.begin(), cases.end(), [](const SwitchCase& x, const SwitchCase& y) { return x.value < y.value; });
  return cases;
}

std::vector<BlockIndex> targetsOf(const Function& function, const Instruction& instruction) {
  if (instruction.op == Op::Jump) return {function.edges[instruction.extra].to};
  if (instruction.op == Op::Branch) return {function.edges[instruction.extra].to, function.edges[static_cast<size_t>(instruction.imm)].to};
  if (instruction.op != Op::Switch) return {};
  std::vector<BlockIndex> targets;
  const SwitchTable& table = function.switches[instruction.extra];
  for (const SwitchCase& each : sortedCases(table)) targets.push_back(function.edges[each.edge].to);
  targets.push_back(function.edges[table.defaultEdge].to);
  return targets;
}

MemoryUse memoryUseOf(const Instruction& i) {
  switch (i.op) {
    case Op::Load:
      return {i.a, {}};
    case Op::Store:
      return {{}, i.b};
    case Op::MemCpy:
    case Op::MemMove:
    case Op::VaCopy:
      return {i.b, i.a};
    case Op::MemSet:
    case Op::VaStart:
      return {{}, i.a};
      // clang-format off
    case Op::Add: case Op::Sub: case Op::Mul: case Op::UDiv: case Op::SDiv: case Op::URem: case Op::SRem: case Op::Shl: case Op::LShr:
    case Op::AShr: case Op::And: case Op::Or: case Op::Xor: case Op::ICmp: case Op::CtPop: case Op::CtLz: case Op::CtTz: case Op::BSwap:
    case Op::BitReverse: case Op::Abs: case Op::FShl: case Op::FShr: case Op::SMin: case Op::SMax: case Op::UMin: case Op::UMax:
    case Op::SAddSat: case Op::UAddSat: case Op::SSubSat: case Op::USubSat: case Op::SShlSat: case Op::UShlSat: case Op::SAddOverflow:
    case Op::UAddOverflow: case Op::SSubOverflow: case Op::USubOverflow: case Op::SMulOverflow: case Op::UMulOverflow: case Op::FAdd:
    case Op::FSub: case Op::FMul: case Op::FDiv: case Op::FRem: case Op::FNeg: case Op::FCmp: case Op::FAbs: case Op::FSqrt:
    case Op::FFma: case Op::FFloor: case Op::FCeil: case Op::FTrunc: case Op::FRint: case Op::FNearbyInt: case Op::FRound:
    case Op::FRoundEven: case Op::FMinNum: case Op::FMaxNum: case Op::FMinimum: case Op::FMaximum: case Op::FCopySign: case Op::FIsClass:
    case Op::Trunc: case Op::ZExt: case Op::SExt: case Op::FPTrunc: case Op::FPExt: case Op::FPToSI: case Op::FPToUI: case Op::SIToFP:
    case Op::UIToFP: case Op::PtrToInt: case Op::IntToPtr: case Op::BitCast: case Op::Copy: case Op::Select: case Op::Freeze:
    case Op::Alloca: case Op::PtrAdd: case Op::VaEnd: case Op::Call: case Op::Jump: case Op::Branch: case Op::Switch: case Op::Return:
    case Op::Unreachable: case Op::Unsupported:
      // clang-format on
      return {};
  }
  UNREACHABLE("not an Op");
}

std::vector<FunctionId> addressTaken(const Program& program) {
  std::vector<FunctionId> found;
  std::vector<bool> seen(program.functions.size());
  const auto add = [&](const Constant& each) {
    if (each.kind != Constant::Kind::Function || seen[each.target]) return;
    seen[each.target] = true;
    found.push_back(FunctionId(each.target));
  };
  for (const Global& global : program.globals)
    for (const Relocation& each : global.relocations) add(each.target);
  for (const Function& function : program.functions)
    for (const Constant& each : function.constants) add(each);
  return found;
}

}  // namespace cleave::program
