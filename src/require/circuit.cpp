#include "require/circuit.h"

#include <charconv>
#include <optional>
#include <unordered_map>

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

bool isInput(std::string_view cell) { return cell == kInputLength || cell.starts_with("stdin["); }

points::CellSource sourceOf(const Point& point, std::string_view cell) {
  using Kind = points::CellSource::Kind;
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

namespace {

points::CellSource sourceIn(const Point& point, const Point* caller, std::string_view cell) {
  const size_t colons = cell.rfind("::");
  if (colons == std::string_view::npos) return sourceOf(point, cell);
  points::CellSource source;
  if (caller != nullptr) source = sourceOf(*caller, cell.substr(colons + 2));
  source.isCallers = true;
  return source;
}

class Flattener {
 public:
  Flattener(const ExprPool& pool, const Point& point, const Point* caller) : pool_(pool), point_(point), caller_(caller) {}

  // Without recursion: conditions of long paths are deep.
  void add(ExprId root) {
    std::vector<ExprId> work{root};
    while (!work.empty()) {
      const ExprId e = work.back();
      bool isReady = true;
      if (!gateOf_.contains(e.value))
        for (const ExprId operand : pool_.operands(e))
          if (!gateOf_.contains(operand.value)) {
            work.push_back(operand);
            isReady = false;
          }
      if (!isReady) continue;
      work.pop_back();
      if (!gateOf_.contains(e.value)) addGate(e);
    }
    circuit_.roots.push_back(gateOf_.at(root.value));
  }

  points::Circuit take() { return std::move(circuit_); }

 private:
  void addGate(ExprId e) {
    points::Gate gate;
    gate.op = pool_.op(e);
    gate.sort = gate.operandSort = pool_.sort(e);
    for (const ExprId operand : pool_.operands(e)) gate.operands.push_back(gateOf_.at(operand.value));
    if (!gate.operands.empty()) gate.operandSort = pool_.sort(pool_.operand(e, 0));
    if (gate.op == Op::Extract) gate.extractLow = pool_.extractLow(e);
    if (gate.op == Op::Constant) gate.constant = pool_.constantBits(e);
    if (gate.op == Op::Symbol) gate.source = sourceIn(point_, caller_, pool_.symbol(pool_.symbolOf(e)).name);
    gateOf_.emplace(e.value, static_cast<uint32_t>(circuit_.gates.size()));
    circuit_.gates.push_back(std::move(gate));
  }

  const ExprPool& pool_;
  const Point& point_;
  const Point* caller_;
  points::Circuit circuit_;
  std::unordered_map<uint32_t, uint32_t> gateOf_;
};

}  // namespace

points::Circuit circuitOf(const ExprPool& pool, const std::vector<ExprId>& predicates, const Point& point, const Point* caller) {
  Flattener flattener(pool, point, caller);
  for (const ExprId each : predicates) flattener.add(each);
  return flattener.take();
}

std::vector<std::string> missingAt(ExprPool& pool, ExprId predicate, const Point& point, const Point* caller) {
  std::vector<std::string> missing;
  for (const expr::SymbolId symbol : pool.symbolsOf(predicate))
    if (sourceIn(point, caller, pool.symbol(symbol).name).kind == points::CellSource::Kind::Missing) missing.push_back(pool.symbol(symbol).name);
  return missing;
}

}  // namespace cleave::require
