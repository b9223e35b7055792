#include "explore/input_source.h"

#include <algorithm>
#include <set>

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

struct Harvest {
  std::set<U128> integers;  // sign-extended to 128 bits, so that they fit cells of any width
  std::set<double> floats;
};

U128 constantBits(const Function& function, Operand operand, program::Type type) {
  U128 bits = function.constants[operand.index()].bits;
  if (type.width > 64) bits |= U128{function.constants[operand.index() + 1].bits} << 64;
  return bits;
}

void harvestOperand(const Function& function, Operand operand, program::Type type, Harvest& harvest) {
  if (!operand.isConstant() || function.constants[operand.index()].kind != Constant::Kind::Bits) return;
  const U128 bits = constantBits(function, operand, type);
  if (type.isFloat()) {
    harvest.floats.insert(type.width == 32 ? floatOf(bits) : doubleOf(bits));
  } else if (type.isInt() && type.width > 1) {
    harvest.integers.insert(static_cast<U128>(asSigned(bits, type.width)));
  }
}

void harvestFunction(const Function& function, Harvest& harvest) {
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

void addIntegers(const Harvest& harvest, unsigned width, std::set<U128>& values) {
  for (int small = -8; small <= 16; ++small) values.insert(truncateTo(static_cast<U128>(static_cast<I128>(small)), width));
  const U128 top = U128{1} << (width - 1);
  for (const U128 bits : {top - 1, top, top + 1, maskOf(width), maskOf(width) - 1, top >> 1}) values.insert(truncateTo(bits, width));
  for (const U128 bits : harvest.integers)
    for (const int delta : {0, 1, -1}) values.insert(truncateTo(bits + static_cast<U128>(static_cast<I128>(delta)), width));
}

void addFloats(const Harvest& harvest, unsigned width, std::set<U128>& values) {
  std::vector<double> list{0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.0, 10.0, 100.0, 1e-3, 1e10, -1e10, 1e38, 5e-324, 1.0 / 0.0, -1.0 / 0.0};
  for (const double each : harvest.floats)
    for (const double delta : {0.0, 1.0, -1.0, 1e-6}) list.push_back(each + delta);
  for (const double each : harvest.floats) list.push_back(-each);
  for (const double each : list) values.insert(width == 32 ? bitsOf(static_cast<float>(each)) : bitsOf(each));
  for (const U128 bits : harvest.integers) {
    const auto number = static_cast<double>(static_cast<I128>(bits));
    values.insert(width == 32 ? bitsOf(static_cast<float>(number)) : bitsOf(number));
  }
  std::erase_if(values, [&](U128 bits) { return isNan(bits, width); });
  values.insert(canonicalNan(width));
}

}  // namespace

InputSource::InputSource(const Entry& entry, const Program& before, const Program& after, const expr::ExprPool& pool, uint64_t seed)
    : entry_(entry), symbolCount_(pool.symbolCount()), random_(seed) {
  Harvest harvest;
  for (const FunctionId id : reachable(after, entry.after.function)) harvestFunction(after.function(id), harvest);
  for (const FunctionId id : reachable(before, entry.before.function)) harvestFunction(before.function(id), harvest);
  for (const vm::InputCell& cell : entry.space.cells) {
    std::set<U128> values;
    if (cell.sort.isFloat()) {
      addFloats(harvest, cell.sort.width, values);
    } else {
      addIntegers(harvest, cell.sort.width, values);
    }
    interesting_.emplace_back(values.begin(), values.end());
  }
  for (size_t cell = 0; cell < interesting_.size(); ++cell)
    for (const U128 bits : interesting_[cell]) systematic_.push_back({cell, bits});
}

// Within the cell's limits, whatever the value was.
U128 InputSource::limited(size_t cell, U128 bits) const {
  const vm::InputCell& each = entry_.space.cells[cell];
  if (each.low > each.high) return bits;
  const auto count = static_cast<U128>(each.high - each.low) + 1;
  const I128 number = each.isSigned ? asSigned(bits, each.sort.width) : static_cast<I128>(bits);
  if (number >= each.low && number <= each.high) return bits;
  return truncateTo(static_cast<U128>(each.low) + bits % count, each.sort.width);
}

U128 InputSource::randomValue(size_t cell) {
  const expr::Sort sort = entry_.space.cells[cell].sort;
  const uint64_t kind = random_.below(8);
  if (kind < 5) return interesting_[cell][random_.below(interesting_[cell].size())];
  const U128 wide = (U128{random_.next()} << 64) | random_.next();
  if (sort.isFloat()) {
    if (kind == 5)
      return sort.width == 32 ? bitsOf(static_cast<float>(static_cast<int64_t>(random_.next() % 2001) - 1000))
                              : bitsOf(static_cast<double>(static_cast<int64_t>(random_.next() % 2001) - 1000));
    const U128 bits = truncateTo(wide, sort.width);
    return isNan(bits, sort.width) ? canonicalNan(sort.width) : bits;
  }
  if (kind == 5) return truncateTo(static_cast<U128>(static_cast<I128>(random_.below(256)) - 128), sort.width);
  return truncateTo(wide, sort.width);
}

expr::Assignment InputSource::next() {
  expr::Assignment input(symbolCount_, 0);
  if (!zeroDone_) {
    zeroDone_ = true;
    return input;
  }
  // Single values first, but not only: with many cells, mixtures find more, so they alternate.
  if (!systematicDone() && (entry_.space.cells.size() == 1 || random_.chance(50))) {
    const Single& single = systematic_[position_++];
    input[entry_.space.cells[single.cell].symbol.value] = limited(single.cell, single.bits);
    return input;
  }
  for (size_t cell = 0; cell < entry_.space.cells.size(); ++cell)
    input[entry_.space.cells[cell].symbol.value] = limited(cell, randomValue(cell));
  return input;
}

}  // namespace cleave::explore
