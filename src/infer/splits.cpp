#include "infer/private/splits.h"

#include "support/check.h"

namespace cleave::infer {

namespace {

constexpr size_t kMostEnumerators = 4;

using Split = std::vector<Guard>;

Split byZero(uint32_t i) { return {{i, Relation::Equal, 0}, {i, Relation::NotEqual, 0}}; }
Split bySign(uint32_t i) { return {{i, Relation::Less, 0}, {i, Relation::GreaterEqual, 0}}; }

Split byEnumerators(uint32_t i, const Scalar& type) {
  Split split;
  for (const Enumerator& each : type.enumerators)
    if (split.size() < kMostEnumerators) split.push_back({i, Relation::Equal, each.value});
  return split;
}

// Zero is success or failure, and below zero are errors, by the customs of C.
void addResult(std::vector<Split>& into, uint32_t i, const Scalar& type) {
  switch (type.kind) {
    case ScalarKind::Integer:
    case ScalarKind::Length:
      into.push_back(byZero(i));
      if (type.isSigned) into.push_back(bySign(i));
      return;
    case ScalarKind::Bool:
    case ScalarKind::Nullness:
      into.push_back(byZero(i));
      return;
    case ScalarKind::Enum:
      into.push_back(byEnumerators(i, type));
      return;
    case ScalarKind::Float:
      return;
  }
}

}  // namespace

bool Guard::holds(const Point& point, Row row) const {
  if (!row[variable].present) return false;
  const I128 number = numberOf(point.variables[variable].type, row[variable].bits);
  switch (relation) {
    case Relation::Equal:
      return number == value;
    case Relation::NotEqual:
      return number != value;
    case Relation::Less:
      return number < value;
    case Relation::LessEqual:
      return number <= value;
    case Relation::Greater:
      return number > value;
    case Relation::GreaterEqual:
      return number >= value;
  }
  UNREACHABLE("a relation");
}

Atom Guard::asAtom(const Point& point) const {
  if (point.variables[variable].type.kind == ScalarKind::Nullness) return Null{valueOf(variable), relation == Relation::NotEqual};
  return Compare{sumOf(valueOf(variable)), relation, constantSum(value), 0};
}

std::vector<Guard> guardsOf(const Point& point, const Options& options) {
  std::vector<Split> splits;
  for (uint32_t i = 0; i < point.variables.size(); ++i)
    if (point.variables[i].role == Role::Result && !point.variables[i].isArray) addResult(splits, i, point.variables[i].type);
  for (uint32_t i = 0; i < point.variables.size(); ++i) {
    const Variable& variable = point.variables[i];
    if (variable.role != Role::Result && !variable.isArray && variable.type.kind == ScalarKind::Bool) splits.push_back(byZero(i));
  }
  if (splits.size() > options.mostSplits) splits.resize(options.mostSplits);
  std::vector<Guard> guards;
  for (const Split& each : splits) guards.insert(guards.end(), each.begin(), each.end());
  return guards;
}

}  // namespace cleave::infer
