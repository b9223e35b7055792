// Programs written by hand, for the tests of the VM: a FunctionBuilder collects blocks and instructions and puts them into the form that
// program::finish expects; ProgramBuilder holds the functions and globals.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "program/finish.h"
#include "program/program.h"

// The instructions below name the fields they set; the others keep their defaults.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"

namespace cleave::vm::test {

using program::BlockIndex;
using program::FloatPredicate;
using program::FunctionId;
using program::GlobalId;
using program::Instruction;
using program::IntPredicate;
using program::Op;
using program::Operand;
using program::Reg;
using program::Type;

constexpr Type integer(unsigned width) { return Type::integer(width); }
constexpr Type kBool = Type::integer(1);
constexpr Type kInt = Type::integer(32);
constexpr Type kLong = Type::integer(64);
constexpr Type kFloat = Type::floating(32);
constexpr Type kDouble = Type::floating(64);
constexpr Type kPointer = Type::pointer();

struct Typed {
  Operand operand;
  Type type;
};

class FunctionBuilder {
 public:
  explicit FunctionBuilder(const std::string& name) {
    f_.name = f_.display = name;
    f_.defined = true;
    block();
  }

  // --- operands
  Operand parameter(Type type) {
    const Reg reg = newRegister(type);
    f_.parameters.push_back({reg, type, 0, false});
    return Operand::reg(reg);
  }
  Operand constant(Type type, U128 bits) {
    const Operand result = addConstant({program::Constant::Kind::Bits, type, static_cast<uint64_t>(bits), 0});
    if (type.width > 64) addConstant({program::Constant::Kind::Bits, type, static_cast<uint64_t>(bits >> 64), 0});
    return result;
  }
  Operand undefined(Type type) {
    const Operand result = addConstant({program::Constant::Kind::Undefined, type, 0, 0});
    if (type.width > 64) addConstant({program::Constant::Kind::Undefined, type, 0, 0});
    return result;
  }
  Operand addressOf(GlobalId global, uint64_t offset = 0) {
    return addConstant({program::Constant::Kind::Global, kPointer, offset, global.value});
  }
  Operand addressOf(FunctionId function) { return addConstant({program::Constant::Kind::Function, kPointer, 0, function.value}); }

  // --- blocks; instructions go to the current one
  BlockIndex block() {
    f_.blocks.emplace_back().name = "b" + std::to_string(f_.blocks.size());
    code_.emplace_back();
    return current_ = static_cast<BlockIndex>(f_.blocks.size() - 1);
  }
  void at(BlockIndex block) { current_ = block; }
  BlockIndex here() const { return current_; }

  // --- instructions
  Operand op(Op op, Type type, Operand a, Operand b = {}, Operand c = {}) {
    return emit({.op = op, .type = type, .a = a, .b = b, .c = c}, type);
  }
  Operand compare(IntPredicate p, Type type, Operand a, Operand b) {
    return emit({.op = Op::ICmp, .type = type, .flag = static_cast<uint8_t>(p), .a = a, .b = b}, kBool);
  }
  Operand compare(FloatPredicate p, Type type, Operand a, Operand b) {
    return emit({.op = Op::FCmp, .type = type, .flag = static_cast<uint8_t>(p), .a = a, .b = b}, kBool);
  }
  Operand isClass(Type type, Operand a, int64_t mask) { return emit({.op = Op::FIsClass, .type = type, .a = a, .imm = mask}, kBool); }
  Operand cast(Op op, Type from, Type to, Operand a) { return emit({.op = op, .type = to, .sourceType = from, .a = a}, to); }
  std::pair<Operand, Operand> overflow(Op op, Type type, Operand a, Operand b) {
    const Reg flag = newRegister(kBool);
    return {emit({.op = op, .type = type, .a = a, .b = b, .extra = flag}, type), Operand::reg(flag)};
  }
  Operand pointerAdd(Operand pointer, Operand index, Type indexType, int64_t scale) {
    return emit({.op = Op::PtrAdd, .type = kPointer, .sourceType = indexType, .a = pointer, .b = index, .imm = scale}, kPointer);
  }
  Operand stackObject(uint64_t bytes) {
    return emit({.op = Op::Alloca, .type = kPointer, .imm = static_cast<int64_t>(bytes), .extra = 8}, kPointer);
  }
  Operand load(Type type, Operand pointer) { return emit({.op = Op::Load, .type = type, .a = pointer}, type); }
  void store(Type type, Operand value, Operand pointer) { add({.op = Op::Store, .type = type, .a = value, .b = pointer}); }

  Operand phi(Type type, std::vector<std::pair<BlockIndex, Operand>> incoming) {
    const Reg reg = newRegister(type);
    f_.blocks[current_].phis.push_back({reg, type, std::move(incoming), {}});
    return Operand::reg(reg);
  }
  void extendPhi(Operand phi, BlockIndex from, Operand value) {
    for (program::Block& block : f_.blocks)
      for (program::Phi& p : block.phis)
        if (p.dst == phi.index()) p.incoming.push_back({from, value});
  }

  std::vector<Operand> call(FunctionId callee, const std::vector<Typed>& arguments, const std::vector<Type>& results, Operand target = {}) {
    program::CallInfo info;
    info.callee = callee;
    for (const Typed& a : arguments) {
      info.arguments.push_back(a.operand);
      info.argumentTypes.push_back(a.type);
    }
    info.fixedArguments = static_cast<uint32_t>(arguments.size());
    info.byValueSize.assign(arguments.size(), 0);
    std::vector<Operand> operands;
    for (Type type : results) {
      info.results.push_back(newRegister(type));
      info.resultTypes.push_back(type);
      operands.push_back(Operand::reg(info.results.back()));
    }
    f_.calls.push_back(info);
    add({.op = Op::Call, .a = target, .extra = static_cast<uint32_t>(f_.calls.size() - 1)});
    return operands;
  }

  // --- terminators
  void jump(BlockIndex to) { add({.op = Op::Jump, .extra = edge(to)}); }
  void branch(Operand condition, BlockIndex then, BlockIndex otherwise) {
    const uint32_t first = edge(then);
    add({.op = Op::Branch, .a = condition, .imm = edge(otherwise), .extra = first});
  }
  void switchOn(Type type, Operand value, const std::vector<std::pair<U128, BlockIndex>>& cases, BlockIndex otherwise) {
    program::SwitchTable table;
    for (const auto& [number, to] : cases) table.cases.push_back({number, edge(to)});
    table.defaultEdge = edge(otherwise);
    f_.switches.push_back(table);
    add({.op = Op::Switch, .type = type, .a = value, .extra = static_cast<uint32_t>(f_.switches.size() - 1)});
  }
  void giveBack(const std::vector<Typed>& values) {
    program::CallInfo info;
    f_.results.clear();
    for (const Typed& v : values) {
      info.arguments.push_back(v.operand);
      info.argumentTypes.push_back(v.type);
      f_.results.push_back(v.type);
      f_.resultOffsets.push_back(f_.resultOffsets.empty() ? 0 : f_.resultOffsets.back() + 16);
    }
    f_.calls.push_back(info);
    add({.op = Op::Return, .extra = static_cast<uint32_t>(f_.calls.size() - 1)});
  }
  void unreachable() { add({.op = Op::Unreachable}); }

  program::Function finish() {
    for (size_t b = 0; b < f_.blocks.size(); ++b) {
      f_.blocks[b].first = static_cast<uint32_t>(f_.instructions.size());
      f_.instructions.insert(f_.instructions.end(), code_[b].begin(), code_[b].end());
      f_.blocks[b].end = static_cast<uint32_t>(f_.instructions.size());
    }
    program::finish(f_);
    return std::move(f_);
  }

  program::Function& function() { return f_; }
  void add(Instruction instruction) {
    instruction.loc = {0, ++line_, 1};
    code_[current_].push_back(instruction);
  }
  Operand emit(Instruction instruction, Type result) {
    instruction.dst = newRegister(result);
    add(instruction);
    written_.push_back({Operand::reg(instruction.dst), result});
    return written_.back().operand;
  }
  const std::vector<Typed>& written() const { return written_; }  // the results of all instructions so far

 private:
  Reg newRegister(Type type) {
    const Reg reg = f_.registerCount;
    f_.registerCount += type.slots();
    return reg;
  }
  Operand addConstant(program::Constant constant) {
    f_.constants.push_back(constant);
    return Operand::constant(static_cast<uint32_t>(f_.constants.size() - 1));
  }
  uint32_t edge(BlockIndex to) {
    f_.edges.push_back({current_, to, 0, 0, false});
    return static_cast<uint32_t>(f_.edges.size() - 1);
  }

  program::Function f_;
  std::vector<std::vector<Instruction>> code_;
  std::vector<Typed> written_;
  BlockIndex current_ = 0;
  uint32_t line_ = 0;
};

class ProgramBuilder {
 public:
  ProgramBuilder() { program_.files = {"test.c"}; }

  FunctionId add(FunctionBuilder& builder) { return add(builder.finish()); }
  FunctionId add(program::Function function) {
    program_.functions.push_back(std::move(function));
    return FunctionId(program_.functions.size() - 1);
  }
  FunctionId declare(const std::string& name, const std::vector<Type>& parameters, const std::vector<Type>& results) {
    program::Function function;
    function.name = function.display = name;
    for (Type type : parameters) function.parameters.push_back({0, type, 0, false});
    function.results = results;
    return add(std::move(function));
  }
  FunctionId next() const { return FunctionId(program_.functions.size()); }  // of the function to be added next
  GlobalId addGlobal(const std::string& name, uint64_t size, uint64_t alignment = 8) {
    program::Global global;
    global.name = global.display = name;
    global.defined = true;
    global.size = size;
    global.alignment = alignment;
    program_.globals.push_back(global);
    return GlobalId(program_.globals.size() - 1);
  }
  program::Program& program() { return program_; }

 private:
  program::Program program_;
};

}  // namespace cleave::vm::test

#pragma GCC diagnostic pop
