#include "change/shape.h"

#include "program/facts.h"

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

class Encoder {
 public:
  Encoder(const FunctionOf& code, Detail detail) : version_(code.version), function_(code.function), detail_(detail) {}

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
      for (auto block : program::targetsOf(function_, i)) put(block);
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
    if (c.kind == Constant::Kind::Global) put(version_.keys.globals[c.target]);
    if (c.kind == Constant::Kind::Function) put(version_.keys.addresses[c.target]);
  }

  void extra(const Instruction& i) {
    if (program::hasCallInfo(i.op)) return call(function_.calls[i.extra]);
    if (i.op == Op::Switch) return switchValues(function_.switches[i.extra]);
    if (i.op == Op::Unsupported) return unsupported(i);
    if (program::hasOverflowFlag(i.op)) return exactly(i.extra);
    if (i.op == Op::Jump || i.op == Op::Branch) return;
    put(i.extra);
  }

  void call(const CallInfo& info) {
    put(info.callee.valid() ? version_.keys.functions[info.callee.value] : UINT64_MAX);
    put(info.fixedArguments);
    put(info.arguments.size());
    if (!program::argumentsAreUnseen(version_.program, info))
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
    for (const SwitchCase& c : program::sortedCases(table)) {
      put(static_cast<uint64_t>(c.value));
      put(static_cast<uint64_t>(c.value >> 64));
    }
  }

  // The message names the construct but need not tell two of a kind apart (two pieces of inline assembly): never the same on both sides,
  // unless all of it is in its number, registers included.
  void unsupported(const Instruction& i) {
    if (detail_ == Detail::Loose || i.imm == 0) put(version_.side == Side::After);
  }

  const KeyedVersion& version_;
  const Function& function_;
  Detail detail_;
  Shape shape_;
};

}  // namespace

Shape shapeOf(const FunctionOf& code, const Instruction& instruction, Detail detail) {
  Encoder encoder(code, detail);
  encoder.instruction(instruction);
  return encoder.take();
}

Shape shapeOf(const FunctionOf& code, const Phi& phi, Detail detail) {
  Encoder encoder(code, detail);
  encoder.phi(phi);
  return encoder.take();
}

Shape shapeOf(const FunctionOf& code, Operand operand, Detail detail) {
  Encoder encoder(code, detail);
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

}  // namespace cleave::change
