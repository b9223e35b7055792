#include "require/measure.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "expr/evaluate.h"
#include "support/check.h"

namespace cleave::require {

using expr::ExprId;
using expr::ExprPool;
using expr::Op;
using probes::Point;
using probes::ValueKind;
using probes::Variable;

namespace {

std::optional<uint32_t> variableOf(const Point& point, std::string_view name) {
  const Variable* found = point.find(name);
  if (found == nullptr && name.starts_with("this->")) found = point.find(name.substr(6));  // members are called as the source does
  if (found == nullptr) return std::nullopt;
  return static_cast<uint32_t>(found - point.variables.data());
}

// "a" and 3 of "a[3]".
std::optional<std::pair<std::string_view, uint64_t>> elementOf(std::string_view cell) {
  const size_t open = cell.rfind('[');
  if (open == std::string_view::npos || !cell.ends_with(']')) return std::nullopt;
  uint64_t index = 0;
  const char *first = cell.data() + open + 1, *last = cell.data() + cell.size() - 1;
  const auto [end, error] = std::from_chars(first, last, index);
  if (error != std::errc() || end != last) return std::nullopt;
  return std::pair(cell.substr(0, open), index);
}

}  // namespace

CellSource sourceOf(const Point& point, std::string_view cell) {
  using Kind = CellSource::Kind;
  constexpr std::string_view kIsNull = "_is_null";
  if (const auto variable = variableOf(point, cell); variable && point.variables[*variable].type.kind != ValueKind::Pointer)
    return {Kind::Value, *variable, 0};
  if (cell.ends_with(kIsNull))
    if (const auto variable = variableOf(point, cell.substr(0, cell.size() - kIsNull.size()));
        variable && point.variables[*variable].type.kind == ValueKind::Pointer)
      return {Kind::IsNull, *variable, 0};
  if (const auto element = elementOf(cell)) {
    const std::string prefix = std::string(element->first) + "[0..";
    for (uint32_t k = 0; k < point.variables.size(); ++k)
      if (!point.variables[k].onEntry && point.variables[k].type.kind == ValueKind::Sequence && point.variables[k].name.starts_with(prefix))
        return {Kind::Element, k, element->second};
    if (element->second == 0)
      if (const auto variable = variableOf(point, "*" + std::string(element->first))) return {Kind::Value, *variable, 0};
  }
  return {};
}

Measure::Measure(ExprPool& pool, const std::vector<ExprId>& predicates, const Point& point) {
  for (const ExprId each : predicates) {
    roots_.push_back(add(pool, each, point));
    std::vector<std::string>& missing = missing_.emplace_back();
    for (const expr::SymbolId symbol : pool.symbolsOf(each))
      if (sourceOf(point, pool.symbol(symbol).name).kind == CellSource::Kind::Missing) missing.push_back(pool.symbol(symbol).name);
  }
  values_.resize(nodes_.size());
  known_.resize(nodes_.size());
  for (uint32_t k = 0; k < nodes_.size(); ++k) {
    if (nodes_[k].op == Op::Constant) continue;
    (nodes_[k].op == Op::Symbol ? symbols_ : others_).push_back(k);
  }
  for (const auto& [e, k] : nodeOf_) {
    if (nodes_[k].op != Op::Constant) continue;
    values_[k] = pool.constantBits(ExprId(e));
    known_[k] = 1;
  }
}

// Without recursion: conditions of long paths are deep.
uint32_t Measure::add(const ExprPool& pool, ExprId root, const Point& point) {
  std::vector<ExprId> work{root};
  while (!work.empty()) {
    const ExprId e = work.back();
    if (nodeOf_.contains(e.value)) {
      work.pop_back();
      continue;
    }
    bool isReady = true;
    for (const ExprId operand : pool.operands(e))
      if (!nodeOf_.contains(operand.value)) {
        work.push_back(operand);
        isReady = false;
      }
    if (!isReady) continue;
    work.pop_back();
    Node node{pool.op(e), pool.sort(e), pool.sort(e), static_cast<uint32_t>(operands_.size()), static_cast<uint32_t>(pool.operands(e).size()), 0, {}, {}};
    if (node.count > 0) node.operandSort = pool.sort(pool.operand(e, 0));
    if (node.op == Op::Extract) node.extractLow = pool.extractLow(e);
    for (const ExprId operand : pool.operands(e)) operands_.push_back(nodeOf_.at(operand.value));
    if (node.op == Op::Symbol) {
      node.source = sourceOf(point, pool.symbol(pool.symbolOf(e)).name);
      if (node.source.kind != CellSource::Kind::Missing) node.type = point.variables[node.source.variable].type;
    }
    nodeOf_.emplace(e.value, static_cast<uint32_t>(nodes_.size()));
    nodes_.push_back(std::move(node));
  }
  return nodeOf_.at(root.value);
}

void Measure::look(const probes::Record& record) {
  for (const uint32_t k : symbols_) readSymbol(k, record);
  for (const uint32_t k : others_) compute(k);
}

void Measure::readSymbol(uint32_t k, const probes::Record& record) {
  const Node& node = nodes_[k];
  known_[k] = 0;
  if (node.source.kind == CellSource::Kind::Missing || !record.present(node.source.variable)) return;
  uint64_t bits = 0;
  unsigned width = node.type.bits;
  if (node.source.kind == CellSource::Kind::Element) {
    const probes::Sequence sequence = record.sequence(node.source.variable);
    if (node.source.index >= sequence.elements.size()) return;
    bits = sequence.elements[node.source.index];
  } else {
    bits = record.bits(node.source.variable);
  }
  if (node.source.kind == CellSource::Kind::IsNull) {
    bits = bits == 0 ? 1 : 0;
    width = 1;
  }
  // A cell that is wider than the variable: as C converts.
  U128 value = bits;
  if (node.type.kind == ValueKind::Signed && width < node.sort.width && width > 0 && (bits >> (width - 1) & 1) != 0) value |= ~U128(0) << width;
  values_[k] = node.sort.width >= 128 ? value : value & ((U128(1) << node.sort.width) - 1);
  known_[k] = 1;
}

void Measure::compute(uint32_t k) {
  const Node& node = nodes_[k];
  const uint32_t* operands = operands_.data() + node.first;
  const auto known = [&](size_t i) { return known_[operands[i]] != 0; };
  const auto value = [&](size_t i) { return values_[operands[i]]; };
  if (node.op == Op::And || node.op == Op::Or) {
    const bool decides = node.op == Op::Or;
    bool isKnown = true;
    for (uint32_t i = 0; i < node.count; ++i) {
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
  if (node.op == Op::Ite || node.op == Op::Read) {
    known_[k] = 0;
    if (!known(0)) return;
    const size_t chosen = node.op == Op::Ite ? (value(0) != 0 ? 1 : 2) : static_cast<size_t>(std::min(value(0), U128(node.count - 2))) + 1;
    known_[k] = known(chosen) ? 1 : 0;
    values_[k] = value(chosen);
    return;
  }
  known_[k] = 0;
  if (node.op == Op::Apply) return;
  scratch_.clear();
  for (uint32_t i = 0; i < node.count; ++i) {
    if (!known(i)) return;
    scratch_.push_back(value(i));
  }
  values_[k] = expr::foldOperation(node.op, node.sort, node.operandSort, scratch_, node.extractLow);
  known_[k] = 1;
}

}  // namespace cleave::require
