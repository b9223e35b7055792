#include "require/measure.h"

#include <algorithm>
#include <array>

#include "expr/evaluate.h"
#include "support/check.h"

namespace cleave::require {

using expr::ExprId;
using expr::ExprPool;
using expr::Op;
using points::CellSource;
using points::Gate;
using probes::Point;
using probes::ValueKind;

Measure::Measure(ExprPool& pool, const std::vector<ExprId>& predicates, const Point& point, const Point* caller, uint64_t inputBytes)
    : circuit_(circuitOf(pool, predicates, point, caller)), inputBytes_(inputBytes), lengthSource_(sourceOf(point, kInputLength)) {
  for (const ExprId each : predicates) {
    missing_.push_back(missingAt(pool, each, point, caller));
    readsInput_.push_back(std::ranges::any_of(pool.symbolsOf(each), [&](expr::SymbolId symbol) { return isInput(pool.symbol(symbol).name); }));
  }
  if (lengthSource_.kind != CellSource::Kind::Missing) lengthType_ = point.variables[lengthSource_.variable].type;
  const std::string last = "stdin[" + std::to_string(inputBytes - 1) + "]";
  const size_t count = circuit_.gates.size();
  values_.resize(count);
  known_.resize(count);
  types_.resize(count);
  stamps_.resize(count);
  for (uint32_t k = 0; k < count; ++k) {
    const Gate& gate = circuit_.gates[k];
    if (gate.op == Op::Constant) {
      values_[k] = gate.constant;
      known_[k] = 1;
      stamps_[k] = UINT64_MAX;
    }
    const std::string* name = gate.source.kind == CellSource::Kind::Missing || gate.source.isCallers ? nullptr : &point.variables[gate.source.variable].name;
    inputRoles_.push_back(name == nullptr ? InputRole::None : *name == kInputLength ? InputRole::Length : *name == last ? InputRole::Last : InputRole::None);
    if (gate.source.kind != CellSource::Kind::Missing) types_[k] = (gate.source.isCallers ? *caller : point).variables[gate.source.variable].type;
  }
}

void Measure::look(const probes::Record& record, const probes::Record* ofCall) {
  record_ = &record;
  ofCall_ = ofCall;
  ++now_;
}

bool Measure::isInputLong() const {
  const std::optional<U128> length = inputBytes_ == 0 ? std::nullopt : cellIn(*record_, lengthSource_, lengthType_, lengthType_.bits);
  return length && *length > inputBytes_;
}

Truth Measure::truth(size_t k) {
  if (!readsInput_[k] || !isInputLong()) return valueOf(k);
  bool isTrue = true;
  for (const uint64_t length : {inputBytes_ - 1, inputBytes_}) {
    ++now_;
    shortened_ = length;
    isTrue = isTrue && valueOf(k) == Truth::True;
  }
  ++now_;
  shortened_.reset();
  return isTrue ? Truth::True : Truth::Unknown;
}

Truth Measure::valueOf(size_t k) {
  const uint32_t root = circuit_.roots[k];
  need(root, 0);
  return known_[root] == 0 ? Truth::Unknown : values_[root] != 0 ? Truth::True : Truth::False;
}

// Deep ones from below: operands come before what they are operands of.
void Measure::need(uint32_t k, unsigned depth) {
  constexpr unsigned kDeep = 1000;
  if (stamps_[k] >= now_) return;
  if (depth < kDeep) return compute(k, depth);
  for (uint32_t below = 0; below <= k; ++below)
    if (stamps_[below] < now_) compute(below, depth);
}

std::optional<U128> cellIn(const probes::Record& record, const CellSource& source, const probes::Type& type, unsigned width) {
  if (source.kind == CellSource::Kind::Missing || !record.present(source.variable)) return std::nullopt;
  uint64_t bits = 0;
  unsigned own = type.bits;
  if (source.kind == CellSource::Kind::Element) {
    const probes::Sequence sequence = record.sequence(source.variable);
    if (source.index >= sequence.elements.size()) return std::nullopt;
    bits = sequence.elements[source.index];
  } else {
    bits = record.bits(source.variable);
  }
  if (source.kind == CellSource::Kind::IsNull) {
    bits = bits == 0 ? 1 : 0;
    own = 1;
  }
  // A cell that is wider than the variable: as C converts.
  U128 value = bits;
  if (type.kind == ValueKind::Signed && own < width && own > 0 && (bits >> (own - 1) & 1) != 0) value |= ~U128(0) << own;
  return width >= 128 ? value : value & ((U128(1) << width) - 1);
}

void Measure::readSymbol(uint32_t k) {
  const Gate& gate = circuit_.gates[k];
  if (shortened_ && inputRoles_[k] != InputRole::None) {
    known_[k] = inputRoles_[k] == InputRole::Length ? 1 : 0;
    values_[k] = *shortened_;
    return;
  }
  const probes::Record* from = gate.source.isCallers ? ofCall_ : record_;
  const std::optional<U128> value = from == nullptr ? std::nullopt : cellIn(*from, gate.source, types_[k], gate.sort.width);
  known_[k] = value ? 1 : 0;
  if (value) values_[k] = *value;
}

void Measure::compute(uint32_t k, unsigned depth) {
  const Gate& gate = circuit_.gates[k];
  stamps_[k] = now_;
  if (gate.op == Op::Symbol) return readSymbol(k);
  if (gate.op == Op::And || gate.op == Op::Or) return join(k, depth);
  if (gate.op == Op::Ite || gate.op == Op::Read) return choose(k, depth);
  known_[k] = 0;
  if (gate.op == Op::Apply) return;
  constexpr size_t kMostOperands = 3;
  std::array<U128, kMostOperands> values;
  CHECK(gate.operands.size() <= kMostOperands, "an operation has few operands");
  size_t count = 0;
  for (const uint32_t operand : gate.operands) {
    need(operand, depth + 1);
    if (known_[operand] == 0) return;
    values[count++] = values_[operand];
  }
  values_[k] = expr::foldOperation(gate.op, gate.sort, gate.operandSort, {values.data(), count}, gate.extractLow);
  known_[k] = 1;
}

void Measure::join(uint32_t k, unsigned depth) {
  const Gate& gate = circuit_.gates[k];
  const bool decides = gate.op == Op::Or;
  bool isKnown = true;
  for (const uint32_t operand : gate.operands) {
    need(operand, depth + 1);
    if (known_[operand] != 0 && (values_[operand] != 0) == decides) {
      values_[k] = decides ? 1 : 0;
      known_[k] = 1;
      return;
    }
    isKnown = isKnown && known_[operand] != 0;
  }
  values_[k] = decides ? 0 : 1;
  known_[k] = isKnown ? 1 : 0;
}

void Measure::choose(uint32_t k, unsigned depth) {
  const Gate& gate = circuit_.gates[k];
  known_[k] = 0;
  need(gate.operands[0], depth + 1);
  if (known_[gate.operands[0]] == 0) return;
  const U128 by = values_[gate.operands[0]];
  const size_t last = gate.operands.size() - 2;
  const uint32_t chosen = gate.operands[gate.op == Op::Ite ? (by != 0 ? 1 : 2) : static_cast<size_t>(std::min(by, U128(last))) + 1];
  need(chosen, depth + 1);
  known_[k] = known_[chosen];
  values_[k] = values_[chosen];
}

}  // namespace cleave::require
