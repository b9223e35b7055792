#include "change/shape.h"

#include <algorithm>

namespace cleave::change {

using program::CallInfo;
using program::Constant;
using program::Function;
using program::Instruction;
using program::Op;
using program::Operand;
using program::Phi;
using program::SwitchCase;
using program::SwitchTable;
using program::Type;

namespace {

uint64_t codeOf(Type type) { return (static_cast<uint64_t>(type.kind) << 8) | type.width; }

bool isOverflowOp(Op op) { return familyOf(op) == program::Family::Overflow; }

bool hasCallInfo(Op op) { return op == Op::Call || op == Op::Return; }

// A comparison's `type` is that of its operands.
Type resultType(const Instruction& instruction) {
  return familyOf(instruction.op) == program::Family::Comparison ? Type::integer(1) : instruction.type;
}

std::vector<SwitchCase> sortedCases(const SwitchTable& table) {
  std::vector<SwitchCase> cases = table.cases;
  std::stable_sort(cases.begin(), cases.end(), [](const SwitchCase& x, const SwitchCase& y) { return x.value < y.value; });
  return cases;
}

// A failed assertion is a trap wherever it stands: no one sees the file, line and text that it is given, which change with every line
// inserted above.
bool argumentsAreUnseen(const program::Program& program, const CallInfo& info) {
  return info.callee.valid() && !program.function(info.callee).defined && program.function(info.callee).name == "__assert_fail";
}

class Encoder {
 public:
  Encoder(const Side& side, const Function& function, Detail detail) : side_(side), function_(function), detail_(detail) {}

  Shape take() { return std::move(shape_); }

  void instruction(const Instruction& i) {
    put(static_cast<uint64_t>(i.op));
    put(codeOf(i.type));
    put(codeOf(i.sourceType));
    put(i.flag);
    exactly(i.dst);
    put(i.dst != UINT32_MAX);
    operand(i.a);
    operand(i.b);
    operand(i.c);
    if (i.op != Op::Branch) put(static_cast<uint64_t>(i.imm));
    extra(i);
    if (detail_ == Detail::Exact)
      for (auto block : targetsOf(function_, i)) put(block);
  }

  void phi(const Phi& p) {
    put(codeOf(p.type));
    if (detail_ == Detail::Loose) return;
    put(p.dst);
    for (const auto& [block, value] : p.incoming) {
      put(block);
      operand(value);
    }
  }

  void operand(Operand o) {
    if (!o.present()) return put(0);
    if (!o.isConstant()) {
      put(1);
      return exactly(o.index());
    }
    put(2);
    constant(o.index());
    if (function_.constants[o.index()].type.slots() == 2) constant(o.index() + 1);
  }

 private:
  void put(uint64_t number) { shape_.push_back(number); }
  void exactly(uint64_t number) {
    if (detail_ == Detail::Exact) put(number);
  }

  void constant(uint32_t index) {
    const Constant& c = function_.constants[index];
    put(static_cast<uint64_t>(c.kind));
    put(codeOf(c.type));
    put(c.bits);
    if (c.kind == Constant::Kind::Global) put(side_.keys.globals[c.target]);
    if (c.kind == Constant::Kind::Function) put(side_.keys.addresses[c.target]);
  }

  void extra(const Instruction& i) {
    if (hasCallInfo(i.op)) return call(function_.calls[i.extra]);
    if (i.op == Op::Switch) return switchValues(function_.switches[i.extra]);
    if (i.op == Op::Unsupported) return unsupported(i);
    if (isOverflowOp(i.op)) return exactly(i.extra);
    if (i.op == Op::Jump || i.op == Op::Branch) return;
    put(i.extra);
  }

  void call(const CallInfo& info) {
    put(info.callee.valid() ? side_.keys.functions[info.callee.value] : UINT64_MAX);
    put(info.fixedArguments);
    put(info.arguments.size());
    if (!argumentsAreUnseen(side_.program, info))
      for (Operand argument : info.arguments) operand(argument);
    for (Type type : info.argumentTypes) put(codeOf(type));
    put(info.byValueSize.size());
    for (uint64_t size : info.byValueSize) put(size);
    put(info.results.size());
    for (auto reg : info.results) exactly(reg);
    for (Type type : info.resultTypes) put(codeOf(type));
  }

  void switchValues(const SwitchTable& table) {
    put(table.cases.size());
    for (const SwitchCase& c : sortedCases(table)) {
      put(static_cast<uint64_t>(c.value));
      put(static_cast<uint64_t>(c.value >> 64));
    }
  }

  // The message names the construct but need not tell two of a kind apart (two pieces of inline assembly): never the same on both sides.
  void unsupported(const Instruction&) { put(side_.isAfter); }

  const Side& side_;
  const Function& function_;
  Detail detail_;
  Shape shape_;
};

void addWritten(Written& written, program::Reg reg, Type type) {
  for (unsigned slot = 0; slot < type.slots(); ++slot) {
    written.registers.push_back(reg + slot);
    written.types.push_back(type);
  }
}

}  // namespace

Shape shapeOf(const Side& side, const Function& function, const Instruction& instruction, Detail detail) {
  Encoder encoder(side, function, detail);
  encoder.instruction(instruction);
  return encoder.take();
}

Shape shapeOf(const Side& side, const Function& function, const Phi& phi, Detail detail) {
  Encoder encoder(side, function, detail);
  encoder.phi(phi);
  return encoder.take();
}

Shape shapeOf(const Side& side, const Function& function, Operand operand, Detail detail) {
  Encoder encoder(side, function, detail);
  encoder.operand(operand);
  return encoder.take();
}

Shape signatureShape(const Function& function) {
  Shape shape{function.defined, function.variadic, function.noReturn, function.parameters.size()};
  for (const auto& parameter : function.parameters)
    shape.insert(shape.end(), {codeOf(parameter.type), parameter.byValueSize, parameter.structReturn});
  shape.push_back(function.results.size());
  for (Type type : function.results) shape.push_back(codeOf(type));
  return shape;
}

std::vector<Operand> operandsOf(const program::Program& program, const Function& function, const Instruction& instruction) {
  std::vector<Operand> operands{instruction.a, instruction.b, instruction.c};
  if (hasCallInfo(instruction.op) && !argumentsAreUnseen(program, function.calls[instruction.extra])) {
    const auto& arguments = function.calls[instruction.extra].arguments;
    operands.insert(operands.end(), arguments.begin(), arguments.end());
  }
  return operands;
}

Written writtenBy(const Function& function, const Instruction& instruction) {
  Written written;
  if (instruction.op == Op::Call) {
    const CallInfo& info = function.calls[instruction.extra];
    for (size_t k = 0; k < info.results.size(); ++k) addWritten(written, info.results[k], info.resultTypes[k]);
    return written;
  }
  if (instruction.dst != UINT32_MAX) addWritten(written, instruction.dst, resultType(instruction));
  if (isOverflowOp(instruction.op)) addWritten(written, instruction.extra, Type::integer(1));
  return written;
}

Written writtenBy(const Phi& phi) {
  Written written;
  addWritten(written, phi.dst, phi.type);
  return written;
}

std::vector<program::BlockIndex> targetsOf(const Function& function, const Instruction& instruction) {
  if (instruction.op == Op::Jump) return {function.edges[instruction.extra].to};
  if (instruction.op == Op::Branch) return {function.edges[instruction.extra].to, function.edges[static_cast<size_t>(instruction.imm)].to};
  if (instruction.op != Op::Switch) return {};
  std::vector<program::BlockIndex> targets;
  const SwitchTable& table = function.switches[instruction.extra];
  for (const SwitchCase& c : sortedCases(table)) targets.push_back(function.edges[c.edge].to);
  targets.push_back(function.edges[table.defaultEdge].to);
  return targets;
}

}  // namespace cleave::change
