// Functions written by hand, for the tests of this folder.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "program/program.h"

namespace cleave::program {

class FunctionBuilder {
 public:
  explicit FunctionBuilder(std::string name) {
    function_.name = function_.display = std::move(name);
    function_.defined = true;
  }

  Reg reg(Type type) {
    const Reg result = function_.registerCount;
    function_.registerCount += type.slots();
    return result;
  }
  Reg parameter(Type type) {
    function_.parameters.push_back({reg(type), type, 0, false});
    return function_.parameters.back().reg;
  }
  Operand constant(Type type, U128 value) {
    const auto index = static_cast<uint32_t>(function_.constants.size());
    for (unsigned half = 0; half < type.slots(); ++half)
      function_.constants.push_back({Constant::Kind::Bits, type, static_cast<uint64_t>(value >> (64 * half)), 0});
    return Operand::constant(index);
  }

  void block(const std::string& name) {
    closeBlock();
    function_.blocks.push_back({name, {}, static_cast<InstIndex>(function_.instructions.size()), 0});
  }
  void phi(Reg dst, Type type, std::vector<std::pair<BlockIndex, Operand>> incoming) {
    function_.blocks.back().phis.push_back({dst, type, std::move(incoming), {}});
  }
  Instruction& add(Op op, Type type = {}, Reg dst = UINT32_MAX, Operand a = {}, Operand b = {}) {
    Instruction inst;
    inst.op = op;
    inst.type = type;
    inst.dst = dst;
    inst.a = a;
    inst.b = b;
    function_.instructions.push_back(inst);
    return function_.instructions.back();
  }
  uint32_t edge(BlockIndex to) {
    function_.edges.push_back({static_cast<BlockIndex>(function_.blocks.size() - 1), to, 0, 0, false});
    return static_cast<uint32_t>(function_.edges.size() - 1);
  }
  void jump(BlockIndex to) {
    const uint32_t index = edge(to);
    add(Op::Jump).extra = index;
  }
  void branch(Operand condition, BlockIndex whenTrue, BlockIndex whenFalse) {
    const uint32_t first = edge(whenTrue);
    const uint32_t second = edge(whenFalse);
    Instruction& inst = add(Op::Branch, Type::integer(1), UINT32_MAX, condition);
    inst.extra = first;
    inst.imm = second;
  }
  void ret(Operand value, Type type) {
    CallInfo info;
    info.arguments = {value};
    info.argumentTypes = {type};
    function_.calls.push_back(info);
    add(Op::Return).extra = static_cast<uint32_t>(function_.calls.size() - 1);
  }

  Function& function() { return function_; }
  Function take() {
    closeBlock();
    return std::move(function_);
  }

 private:
  void closeBlock() {
    if (!function_.blocks.empty()) function_.blocks.back().end = static_cast<InstIndex>(function_.instructions.size());
  }
  Function function_;
};

}  // namespace cleave::program
