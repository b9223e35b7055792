#include "require/measure.h"

#include <algorithm>

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

Measure::Measure(ExprPool& pool, const std::vector<ExprId>& predicates, const Point& point) : circuit_(circuitOf(pool, predicates, point)) {
  for (const ExprId each : predicates) missing_.push_back(missingAt(pool, each, point));
  const size_t count = circuit_.gates.size();
  values_.resize(count);
  known_.resize(count);
  types_.resize(count);
  for (uint32_t k = 0; k < count; ++k) {
    const Gate& gate = circuit_.gates[k];
    if (gate.op == Op::Constant) {
      values_[k] = gate.constant;
      known_[k] = 1;
      continue;
    }
    (gate.op == Op::Symbol ? symbols_ : others_).push_back(k);
    if (gate.source.kind != CellSource::Kind::Missing) types_[k] = point.variables[gate.source.variable].type;
  }
}

void Measure::look(const probes::Record& record) {
  for (const uint32_t k : symbols_) readSymbol(k, record);
  for (const uint32_t k : others_) compute(k);
}

void Measure::readSymbol(uint32_t k, const probes::Record& record) {
  const Gate& gate = circuit_.gates[k];
  known_[k] = 0;
  if (gate.source.kind == CellSource::Kind::Missing || !record.present(gate.source.variable)) return;
  uint64_t bits = 0;
  unsigned width = types_[k].bits;
  if (gate.source.kind == CellSource::Kind::Element) {
    const probes::Sequence sequence = record.sequence(gate.source.variable);
    if (gate.source.index >= sequence.elements.size()) return;
    bits = sequence.elements[gate.source.index];
  } else {
    bits = record.bits(gate.source.variable);
  }
  if (gate.source.kind == CellSource::Kind::IsNull) {
    bits = bits == 0 ? 1 : 0;
    width = 1;
  }
  // A cell that is wider than the variable: as C converts.
  U128 value = bits;
  if (types_[k].kind == ValueKind::Signed && width < gate.sort.width && width > 0 && (bits >> (width - 1) & 1) != 0) value |= ~U128(0) << width;
  values_[k] = gate.sort.width >= 128 ? value : value & ((U128(1) << gate.sort.width) - 1);
  known_[k] = 1;
}

void Measure::compute(uint32_t k) {
  const Gate& gate = circuit_.gates[k];
  const std::vector<uint32_t>& operands = gate.operands;
  const uint32_t count = static_cast<uint32_t>(operands.size());
  const auto known = [&](size_t i) { return known_[operands[i]] != 0; };
  const auto value = [&](size_t i) { return values_[operands[i]]; };
  if (gate.op == Op::And || gate.op == Op::Or) {
    const bool decides = gate.op == Op::Or;
    bool isKnown = true;
    for (uint32_t i = 0; i < count; ++i) {
      if (known(i) && (value(i) != 0) == decides) {
        values_[k] = decides ? 1 : 0;
        known_[k] = 1;
        return;
      }
      isKnown = isKnown && known(i);
    }
    values_[k] = decides ? 0 : 1;
    known_[k] = isKnown ? 1 : 0;
    return;
  }
  if (gate.op == Op::Ite || gate.op == Op::Read) {
    known_[k] = 0;
    if (!known(0)) return;
    const size_t chosen = gate.op == Op::Ite ? (value(0) != 0 ? 1 : 2) : static_cast<size_t>(std::min(value(0), U128(count - 2))) + 1;
    known_[k] = known(chosen) ? 1 : 0;
    values_[k] = value(chosen);
    return;
  }
  known_[k] = 0;
  if (gate.op == Op::Apply) return;
  scratch_.clear();
  for (uint32_t i = 0; i < count; ++i) {
    if (!known(i)) return;
    scratch_.push_back(value(i));
  }
  values_[k] = expr::foldOperation(gate.op, gate.sort, gate.operandSort, scratch_, gate.extractLow);
  known_[k] = 1;
}

}  // namespace cleave::require
