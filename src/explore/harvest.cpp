#include "explore/harvest.h"

#include "support/float_format.h"

#include <algorithm>
#include <vector>

namespace cleave::explore {

namespace {

using program::Constant;
using program::Function;
using program::FunctionId;
using program::Instruction;
using program::Op;
using program::Operand;
using program::Program;

constexpr size_t kMostHarvested = 256;
constexpr size_t kLongestWord = 32;
constexpr size_t kMostBytes = 65'536;  // of one global

U128 constantBits(const Function& function, Operand operand, program::Type type) {
  U128 bits = function.constants[operand.index()].bits;
  if (type.width > 64) bits |= U128{function.constants[operand.index() + 1].bits} << 64;
  return bits;
}

void harvestOperand(const Function& function, Operand operand, program::Type type, Harvest& harvest) {
  if (!operand.isConstant() || function.constants[operand.index()].kind != Constant::Kind::Bits) return;
  const U128 bits = constantBits(function, operand, type);
  if (type.isFloat()) {
    if (!isNan(bits, type.width)) harvest.floats.insert(numberOf(bits, type.width));
  } else if (type.isInt() && type.width > 1) {
    harvest.integers.insert(static_cast<U128>(asSigned(bits, type.width)));
  }
}

void harvestCompared(const Function& function, Harvest& harvest) {
  for (const Instruction& inst : function.instructions) {
    if (harvest.integers.size() + harvest.floats.size() >= kMostHarvested) return;
    if (inst.op == Op::ICmp || inst.op == Op::FCmp || inst.op == Op::And || inst.op == Op::URem || inst.op == Op::SRem) {
      harvestOperand(function, inst.a, inst.type, harvest);
      harvestOperand(function, inst.b, inst.type, harvest);
    } else if (inst.op == Op::Switch) {
      for (const program::SwitchCase& each : function.switches[inst.extra].cases)
        harvest.integers.insert(static_cast<U128>(asSigned(each.value, inst.type.width)));
    }
  }
}

// The entry and all it may call directly, nearest first.
std::vector<FunctionId> reachable(const Program& program, FunctionId entry) {
  std::vector<FunctionId> order{entry};
  std::set<uint32_t> seen{entry.value};
  for (size_t i = 0; i < order.size(); ++i)
    for (const program::CallInfo& call : program.function(order[i]).calls)
      if (call.callee.valid() && program.function(call.callee).defined && seen.insert(call.callee.value).second)
        order.push_back(call.callee);
  return order;
}

void harvestPassed(const Function& function, Harvest& harvest) {
  for (const program::CallInfo& call : function.calls)
    for (size_t k = 0; k < call.arguments.size() && k < call.argumentTypes.size(); ++k) {
      const Operand operand = call.arguments[k];
      const program::Type type = call.argumentTypes[k];
      if (harvest.own.size() >= kMostHarvested || !type.isInt() || type.width > 64 || type.width == 1 || !operand.isConstant()) continue;
      const Constant& constant = function.constants[operand.index()];
      if (constant.kind == Constant::Kind::Bits) harvest.own.insert(static_cast<U128>(asSigned(constant.bits, type.width)));
    }
}

// Text up to its end, in constant data of the user's.
void harvestWords(const Program& program, Harvest& harvest) {
  const auto isText = [](uint8_t byte) { return byte == '\n' || byte == '\t' || (byte >= 0x20 && byte < 0x7f); };
  for (const program::Global& global : program.globals) {
    if (harvest.words.size() >= kMostHarvested) return;
    if (!global.constant || global.fromModels) continue;
    const auto last = global.bytes.begin() + static_cast<ptrdiff_t>(std::min(global.bytes.size(), kMostBytes));
    for (auto at = global.bytes.begin(); at != last;) {
      const auto end = std::find_if_not(at, last, isText);
      if (const auto size = static_cast<size_t>(end - at); size >= 2 && size <= kLongestWord) harvest.words.emplace(at, end);
      at = end == last ? end : end + 1;
    }
  }
}

void harvest(const Program& program, FunctionId entry, Harvest& all) {
  for (const FunctionId id : reachable(program, entry)) {
    const Function& function = program.function(id);
    harvestCompared(function, all);
    if (function.fromModels) continue;
    Harvest compared;
    harvestCompared(function, compared);
    all.own.merge(compared.integers);
    harvestPassed(function, all);
  }
  harvestWords(program, all);
}

}  // namespace

Harvest harvestConstants(const Entry& entry, const Program& before, const Program& after) {
  Harvest all;
  harvest(after, entry.after.function, all);
  harvest(before, entry.before.function, all);
  return all;
}

}  // namespace cleave::explore
