// Builds small programs by hand for the tests of src/change.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "program/finish.h"
#include "program/program.h"

namespace cleave::change::testing {

using namespace cleave::program;

class FunctionBuilder {
 public:
  FunctionBuilder(const std::string& name, unsigned parameters, Type type = Type::integer(32)) : type_(type) {
    f_.name = f_.display = name;
    f_.defined = true;
    f_.loc = {0, 1, 1};
    f_.results = {type};
    f_.hasSourceSignature = f_.plainParameters = true;
    for (unsigned k = 0; k < parameters; ++k) {
      f_.parameters.push_back({f_.registerCount++, type, 0, false});
      f_.sourceParameters.push_back({"p" + std::to_string(k), {}});
    }
    code_.emplace_back();
    f_.blocks.emplace_back();
  }

  FunctionBuilder& line(uint32_t line) {
    line_ = line;
    return *this;
  }
  Operand parameter(unsigned k) const { return Operand::reg(f_.parameters[k].reg); }
  Operand number(uint64_t bits) { return constant({Constant::Kind::Bits, type_, bits, 0}); }
  Operand global(GlobalId id) { return constant({Constant::Kind::Global, Type::pointer(), 0, id.value}); }
  Operand address(FunctionId id) { return constant({Constant::Kind::Function, Type::pointer(), 0, id.value}); }
  Operand constant(const Constant& c) {
    f_.constants.push_back(c);
    return Operand::constant(static_cast<uint32_t>(f_.constants.size() - 1));
  }

  Operand binary(Op op, Operand a, Operand b) {
    Instruction& i = add(op);
    i.a = a;
    i.b = b;
    return result(i);
  }
  Operand compare(IntPredicate predicate, Operand a, Operand b) {
    Instruction& i = add(Op::ICmp);
    i.flag = static_cast<uint8_t>(predicate);
    i.a = a;
    i.b = b;
    return result(i);
  }
  Operand load(Operand address) {
    Instruction& i = add(Op::Load);
    i.a = address;
    return result(i);
  }
  void store(Operand value, Operand address) {
    Instruction& i = add(Op::Store);
    i.a = value;
    i.b = address;
  }
  Operand call(FunctionId callee, std::vector<Operand> arguments, Operand pointer = {}) {
    CallInfo info;
    info.callee = callee;
    for (Operand o : arguments) {
      info.argumentTypes.push_back(o.isConstant() ? f_.constants[o.index()].type : type_);
      info.byValueSize.push_back(0);
    }
    info.arguments = std::move(arguments);
    info.fixedArguments = static_cast<uint32_t>(info.arguments.size());
    info.results = {f_.registerCount++};
    info.resultTypes = {type_};
    Instruction& i = add(Op::Call);
    i.a = pointer;
    i.extra = static_cast<uint32_t>(f_.calls.size());
    Operand value = Operand::reg(info.results[0]);
    f_.calls.push_back(std::move(info));
    return value;
  }
  void unsupported() {
    add(Op::Unsupported).extra = static_cast<uint32_t>(f_.unsupported.size());
    f_.unsupported.push_back("inline assembly");
  }

  BlockIndex newBlock() {
    f_.blocks.emplace_back();
    code_.emplace_back();
    return static_cast<BlockIndex>(f_.blocks.size() - 1);
  }
  void at(BlockIndex block) { current_ = block; }
  BlockIndex current() const { return current_; }

  Operand phi(std::vector<std::pair<BlockIndex, Operand>> incoming) {
    f_.blocks[current_].phis.push_back({f_.registerCount, type_, std::move(incoming), {0, line_, 1}});
    return Operand::reg(f_.registerCount++);
  }
  void addIncoming(BlockIndex block, size_t phi, BlockIndex from, Operand value) {
    f_.blocks[block].phis[phi].incoming.emplace_back(from, value);
  }

  void jump(BlockIndex to) { add(Op::Jump).extra = edge(to); }
  void branch(Operand condition, BlockIndex ifTrue, BlockIndex ifFalse) {
    uint32_t first = edge(ifTrue), second = edge(ifFalse);
    Instruction& i = add(Op::Branch);
    i.type = Type::integer(1);
    i.a = condition;
    i.extra = first;
    i.imm = second;
  }
  void switchOn(Operand value, const std::vector<std::pair<uint64_t, BlockIndex>>& cases, BlockIndex otherwise) {
    SwitchTable table;
    for (auto [number, to] : cases) table.cases.push_back({number, edge(to)});
    table.defaultEdge = edge(otherwise);
    Instruction& i = add(Op::Switch);
    i.a = value;
    i.extra = static_cast<uint32_t>(f_.switches.size());
    f_.switches.push_back(std::move(table));
  }
  void ret(Operand value) {
    CallInfo info;
    info.arguments = {value};
    info.argumentTypes = {type_};
    add(Op::Return).extra = static_cast<uint32_t>(f_.calls.size());
    f_.calls.push_back(std::move(info));
  }

  Function take() {
    for (size_t b = 0; b < code_.size(); ++b) {
      f_.blocks[b].first = static_cast<InstIndex>(f_.instructions.size());
      f_.instructions.insert(f_.instructions.end(), code_[b].begin(), code_[b].end());
      f_.blocks[b].end = static_cast<InstIndex>(f_.instructions.size());
    }
    finish(f_);
    return std::move(f_);
  }

 private:
  Instruction& add(Op op) {
    Instruction i;
    i.op = op;
    i.type = type_;
    i.loc = {0, line_, 1};
    code_[current_].push_back(i);
    return code_[current_].back();
  }
  Operand result(Instruction& i) {
    i.dst = f_.registerCount++;
    return Operand::reg(i.dst);
  }
  uint32_t edge(BlockIndex to) {
    f_.edges.push_back({current_, to, 0, 0, false});
    return static_cast<uint32_t>(f_.edges.size() - 1);
  }

  Type type_;
  Function f_;
  std::vector<std::vector<Instruction>> code_;  // by block
  BlockIndex current_ = 0;
  uint32_t line_ = 1;
};

inline Global makeGlobal(const std::string& name, std::vector<uint8_t> bytes, bool constant = false, bool internal = false) {
  Global g;
  g.name = g.display = name;
  g.defined = true;
  g.constant = constant;
  g.internal = internal;
  g.size = bytes.size();
  g.bytes = std::move(bytes);
  g.loc = {0, 100, 1};
  return g;
}

inline Function declare(const std::string& name, std::vector<Type> parameters) {
  Function f;
  f.name = f.display = name;
  f.results = {Type::integer(32)};
  for (Type type : parameters) f.parameters.push_back({0, type, 0, false});
  return f;
}

inline Program programOf(std::vector<Function> functions, std::vector<Global> globals = {}) {
  Program p;
  p.files = {"f.c"};
  p.functions = std::move(functions);
  p.globals = std::move(globals);
  return p;
}

}  // namespace cleave::change::testing
