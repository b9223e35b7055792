// Small programs without branches, written by hand: for tests of memory, output and observation. One function `f`, its instructions in
// order.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "expr/evaluate.h"
#include "program/finish.h"
#include "program/program.h"
#include "vm/run.h"

namespace cleave::vm::test {

using program::Function;
using program::FunctionId;
using program::Global;
using program::GlobalId;
using program::Instruction;
using program::Op;
using program::Operand;
using program::Program;
using program::Type;

constexpr Type i1 = Type::integer(1), i8 = Type::integer(8), i16 = Type::integer(16), i32 = Type::integer(32), i64 = Type::integer(64),
               i128 = Type::integer(128), f32 = Type::floating(32), f64 = Type::floating(64), ptr = Type::pointer();

class StraightLine {
 public:
  StraightLine() { function_.name = function_.display = "f"; }

  // --- values
  Operand parameter(Type type) {
    program::Parameter p;
    p.reg = fresh(type);
    p.type = type;
    function_.parameters.push_back(p);
    return Operand::reg(p.reg);
  }
  Operand bits(Type type, U128 value) {
    const Operand o = constant({program::Constant::Kind::Bits, type, static_cast<uint64_t>(value), 0});
    if (type.width > 64) constant({program::Constant::Kind::Bits, type, static_cast<uint64_t>(value >> 64), 0});
    return o;
  }
  Operand undefined(Type type) { return constant({program::Constant::Kind::Undefined, type, 0, 0}); }
  Operand global(GlobalId id, uint64_t offset = 0) { return constant({program::Constant::Kind::Global, ptr, offset, id.value}); }
  Operand functionAddress(FunctionId id) { return constant({program::Constant::Kind::Function, ptr, 0, id.value}); }

  // --- instructions
  Operand op(Op op, Type type, Operand a, Operand b = {}, Operand c = {}, Type source = {}, int64_t imm = 0, uint8_t flag = 0) {
    Instruction i = make(op, type, a, b, c);
    i.sourceType = source;
    i.imm = imm;
    i.flag = flag;
    i.dst = fresh(op == Op::ICmp || op == Op::FCmp ? i1 : type);
    return add(i);
  }
  Operand cast(Op op, Type from, Type to, Operand a) { return this->op(op, to, a, {}, {}, from); }
  Operand stack(uint64_t size) { return op(Op::Alloca, ptr, {}, {}, {}, {}, static_cast<int64_t>(size)); }
  Operand load(Type type, Operand pointer) { return op(Op::Load, type, pointer); }
  void store(Type type, Operand value, Operand pointer) { add(make(Op::Store, type, value, pointer)); }
  Operand at(Operand pointer, int64_t offset) { return op(Op::PtrAdd, ptr, pointer, {}, {}, {}, offset); }
  Operand at(Operand pointer, Operand index, Type indexType, int64_t scale) {
    return op(Op::PtrAdd, ptr, pointer, index, {}, indexType, scale);
  }
  void copy(Operand to, Operand from, Operand length) { add(make(Op::MemCpy, {}, to, from, length)); }
  void fill(Operand to, Operand byte, Operand length) { add(make(Op::MemSet, {}, to, byte, length)); }
  void plain(Op op, Operand a = {}, Operand b = {}) { add(make(op, {}, a, b)); }

  // A call of a function that has no body here, declared by its first use.
  Operand call(const std::string& name, std::vector<Type> results, std::vector<Type> types, std::vector<Operand> arguments,
               uint32_t fixed = UINT32_MAX) {
    program::CallInfo info;
    info.callee = declare(name, results, types, fixed);
    info.arguments = std::move(arguments);
    info.argumentTypes = std::move(types);
    info.resultTypes = results;
    for (const Type type : results) info.results.push_back(fresh(type));
    info.fixedArguments = std::min<uint32_t>(fixed, static_cast<uint32_t>(info.arguments.size()));
    info.byValueSize.assign(info.arguments.size(), 0);
    Instruction i = make(Op::Call, {}, {});
    i.extra = static_cast<uint32_t>(function_.calls.size());
    function_.calls.push_back(info);
    add(i);
    return info.results.empty() ? Operand{} : Operand::reg(info.results[0]);
  }

  void ret(std::vector<Operand> values, std::vector<Type> types) {
    program::CallInfo info;
    info.arguments = std::move(values);
    info.argumentTypes = types;
    function_.results = std::move(types);
    Instruction i = make(Op::Return, {}, {});
    i.extra = static_cast<uint32_t>(function_.calls.size());
    function_.calls.push_back(info);
    add(i);
  }

  // --- the program
  GlobalId addGlobal(Global global) {
    program.globals.push_back(std::move(global));
    return GlobalId(program.globals.size() - 1);
  }
  GlobalId addText(const std::string& name, const std::string& text) {
    Global g;
    g.name = g.display = name;
    g.defined = g.constant = g.internal = true;
    g.size = text.size() + 1;
    g.bytes.assign(text.begin(), text.end());
    return addGlobal(std::move(g));
  }
  Function& function() { return function_; }
  FunctionId declare(const std::string& name, const std::vector<Type>& results, const std::vector<Type>& types, uint32_t fixed) {
    for (size_t k = 0; k < program.functions.size(); ++k)
      if (program.functions[k].name == name) return FunctionId(k + 1);  // f comes first, in the end
    Function declared;
    declared.name = declared.display = name;
    declared.results = results;
    declared.variadic = fixed != UINT32_MAX;
    for (size_t k = 0; k < std::min<size_t>(fixed, types.size()); ++k) {
      declared.parameters.emplace_back();
      declared.parameters.back().type = types[k];
    }
    program.functions.push_back(std::move(declared));
    return FunctionId(program.functions.size());
  }
  // Function 0 is f, then the declared ones.
  const Program& finish() {
    function_.defined = true;
    function_.registerCount = registers_;
    program::Block block;
    block.name = "entry";
    block.end = static_cast<program::InstIndex>(function_.instructions.size());
    function_.blocks.push_back(block);
    program::finish(function_);
    program.functions.insert(program.functions.begin(), std::move(function_));
    return program;
  }

  Program program;

 private:
  program::Reg fresh(Type type) {
    const program::Reg r = registers_;
    registers_ += type.slots();
    return r;
  }
  Operand constant(program::Constant c) {
    function_.constants.push_back(c);
    return Operand::constant(static_cast<uint32_t>(function_.constants.size() - 1));
  }
  static Instruction make(Op op, Type type, Operand a, Operand b = {}, Operand c = {}) {
    Instruction i;
    i.op = op;
    i.type = type;
    i.a = a;
    i.b = b;
    i.c = c;
    return i;
  }
  Operand add(const Instruction& i) {
    function_.instructions.push_back(i);
    return Operand::reg(i.dst);
  }

  Function function_;
  uint32_t registers_ = 0;
};

// A program with its machine and an input cell per parameter.
class Fixture {
 public:
  explicit Fixture(const Program& program, RunLimits limits = {}) : vm_(program, pool, limits) {
    binding_.function = FunctionId(0);
    for (const program::Parameter& p : program.functions[0].parameters) {
      InputCell cell;
      cell.name = "x" + std::to_string(plan_.cells.size());
      cell.sort = p.type.isFloat() ? expr::Sort::floating(p.type.width) : expr::Sort::bits(p.type.width);
      cell.symbol = pool.addSymbol({cell.name, cell.sort, true});
      binding_.cellOfParameter.push_back(static_cast<uint32_t>(plan_.cells.size()));
      plan_.cells.push_back(cell);
    }
  }

  Run run(Mode mode, std::vector<U128> input) {
    input_ = std::move(input);
    return vm_.run(binding_, plan_, input_, mode, budget_);
  }
  Run concrete(std::vector<U128> input = {}) { return run(Mode::Concrete, std::move(input)); }
  Run symbolic(std::vector<U128> input = {}) { return run(Mode::Symbolic, std::move(input)); }
  Vm& vm() { return vm_; }

  bool satisfies(const Run& run, const std::vector<U128>& input) {
    expr::Evaluator evaluator(pool, input);
    for (const Decision& decision : run.decisions)
      if (!evaluator.holds(decision.literal)) return false;
    return true;
  }

  expr::ExprPool pool;

 private:
  Vm vm_;
  InputSpace plan_;
  EntryBinding binding_;
  std::vector<U128> input_;
  Budget budget_{Seconds(600), nullptr};
};

// Two runs showed the same. `claimed` may be symbolic: its expressions are taken at the input of `real`.
inline void expectSameCells(expr::ExprPool& pool, const Run& claimed, const Run& real, const std::vector<U128>& input) {
  ASSERT_EQ(claimed.cells.size(), real.cells.size());
  expr::Evaluator evaluator(pool, input);
  for (size_t k = 0; k < claimed.cells.size(); ++k) {
    const ObservedCell& c = claimed.cells[k];
    const ObservedCell& r = real.cells[k];
    ASSERT_EQ(c.name, r.name);
    ASSERT_EQ(c.kind, r.kind) << c.name;
    ASSERT_EQ(c.target, r.target) << c.name;
    if (c.kind == ObservedCell::Kind::Undefined) continue;
    ASSERT_EQ(c.sort, r.sort) << c.name;
    const U128 value = c.expr.valid() ? evaluator.value(c.expr) : c.bits;
    const bool bothNan = c.sort.isFloat() && isNan(value, c.sort.width) && isNan(r.bits, c.sort.width);
    ASSERT_TRUE(value == r.bits || bothNan) << c.name << ": claimed " << toHex(value, c.sort.width) << ", is "
                                            << toHex(r.bits, c.sort.width);
  }
}

}  // namespace cleave::vm::test
