#include "infer/private/arrays.h"

#include <algorithm>
#include <cmath>

#include "infer/justify.h"
#include "support/check.h"

namespace cleave::infer {

namespace {

uint64_t digestOf(std::span<const uint64_t> elements) {
  uint64_t result = 0xcbf29ce484222325 ^ elements.size();
  for (const uint64_t each : elements) result = (result ^ each) * 0x9e3779b97f4a7c15 + (result >> 29);
  return result;
}

// x REL y for numbers and floats alike.
Atom compared(const Scalar& type, const Term& x, Relation relation, const Term& y) {
  if (type.isFloat()) return CompareFloat{x, relation, y};
  return Compare{sumOf(x), relation, sumOf(y), 0};
}

Term element(uint32_t variable) { return {variable, Part::Element, {}}; }
Term nextElement(uint32_t variable) { return {variable, Part::NextElement, {}}; }

Property forAll(uint32_t variable, Atom body) { return {std::nullopt, ForAll{variable, std::move(body)}}; }

}  // namespace

ArrayStats::ArrayStats(const Point& point, const Columns& columns, const Options& options) : options_(options) {
  if (!options.arrays) return;
  for (uint32_t i = 0; i < point.variables.size(); ++i) {
    const Variable& variable = point.variables[i];
    if (!variable.isArray || variable.type.kind == ScalarKind::Nullness) continue;
    arrays_.push_back({.variable = i, .type = variable.type, .group = variable.group, .integers = {}, .floats = {}, .neighbours = {}});
  }
  for (uint32_t a = 0; a < arrays_.size(); ++a) {
    if (arrays_[a].group == kAlone) continue;
    for (uint32_t b = a + 1; b < arrays_.size(); ++b)
      if (arrays_[a].group == arrays_[b].group) pairs_.push_back({.a = a, .b = b, .orders = {}});
    for (uint32_t column = 0; column < columns.size(); ++column)
      if (columns[column].group == arrays_[a].group) withColumns_.push_back({.array = a, .column = column, .orders = {}});
  }
}

template <class T>
void ArrayStats::Orders::add(T a, T b) {
  less = less || a < b;
  equal = equal || a == b;
  greater = greater || a > b;
  unordered = unordered || !(a < b || a == b || a > b);
}

template <>
I128 ArrayStats::elementOf<I128>(const Array& array, uint64_t bits) {
  return numberOf(array.type, bits);
}
template <>
double ArrayStats::elementOf<double>(const Array& array, uint64_t bits) {
  return floatNumberOf(array.type, bits);
}

void ArrayStats::add(Row row, const Columns& columns) {
  for (Array& array : arrays_) {
    array.fresh = false;
    if (row[array.variable].present) addElements(array, row[array.variable]);
  }
  for (WithArray& pair : pairs_) addPair(pair, row);
  for (WithColumn& pair : withColumns_) addColumn(pair, row, columns);
}

void ArrayStats::addElements(Array& array, const Value& value) {
  const uint64_t digest = digestOf(value.elements);
  array.fresh = array.rows == 0 || digest != array.digest;
  array.digest = digest;
  ++array.rows;
  for (size_t i = 0; i < value.elements.size(); ++i) {
    const bool freshElement = array.fresh && (i == 0 || value.elements[i] != value.elements[i - 1]);
    if (array.type.isFloat()) {
      array.floats.add(elementOf<double>(array, value.elements[i]), freshElement);
      if (i > 0) array.neighbours.add(elementOf<double>(array, value.elements[i - 1]), elementOf<double>(array, value.elements[i]));
    } else {
      array.integers.add(elementOf<I128>(array, value.elements[i]), freshElement);
      if (i > 0) array.neighbours.add(elementOf<I128>(array, value.elements[i - 1]), elementOf<I128>(array, value.elements[i]));
    }
    if (i > 0 && freshElement) ++array.neighbours.telling;
  }
}

void ArrayStats::addPair(WithArray& pair, Row row) {
  const Array &a = arrays_[pair.a], &b = arrays_[pair.b];
  const Value &x = row[a.variable], &y = row[b.variable];
  if (!x.present || !y.present) return;
  ++pair.rows;
  pair.aFits = pair.aFits && y.bits >= x.bits;
  pair.bFits = pair.bFits && x.bits >= y.bits;
  const size_t count = std::min(x.elements.size(), y.elements.size());
  for (size_t i = 0; i < count; ++i) {
    if (a.type.isFloat()) {
      pair.orders.add(elementOf<double>(a, x.elements[i]), elementOf<double>(b, y.elements[i]));
    } else {
      pair.orders.add(elementOf<I128>(a, x.elements[i]), elementOf<I128>(b, y.elements[i]));
    }
  }
  if (a.fresh || b.fresh) pair.orders.telling += count;
}

void ArrayStats::addColumn(WithColumn& pair, Row row, const Columns& columns) {
  const Array& array = arrays_[pair.array];
  const Value& value = row[array.variable];
  if (!value.present || !columns.has(pair.column)) return;
  ++pair.rows;
  for (const uint64_t each : value.elements) {
    if (array.type.isFloat()) {
      pair.orders.add(elementOf<double>(array, each), columns.floating(pair.column));
    } else {
      pair.orders.add(elementOf<I128>(array, each), columns.number(pair.column));
    }
  }
  // One variable against many elements is one event: the largest of them, or the smallest, decides.
  if ((array.fresh || columns.fresh(pair.column)) && !value.elements.empty()) ++pair.orders.telling;
}

namespace {

// The strongest relation that fits what was seen; none where all was seen.
template <class Orders>
std::optional<Relation> relationOf(const Orders& orders, bool ordered) {
  if (orders.unordered || (!orders.less && !orders.equal && !orders.greater)) return std::nullopt;
  if (!orders.less && !orders.greater) return Relation::Equal;
  if (!ordered) return orders.equal ? std::nullopt : std::optional(Relation::NotEqual);
  if (orders.less && orders.greater) return orders.equal ? std::nullopt : std::optional(Relation::NotEqual);
  if (orders.less) return orders.equal ? Relation::LessEqual : Relation::Less;
  return orders.equal ? Relation::GreaterEqual : Relation::Greater;
}

Share shareFor(Relation relation, const Numbers& x, const Numbers& y) {
  switch (relation) {
    case Relation::Equal:
      return shareExactly(x, y, 0);
    case Relation::NotEqual: {
      Share share = shareExactly(x, y, 0);
      share.hits = share.trials - share.hits;
      return share;
    }
    case Relation::Less:
      return shareAtMost(x, y, -1);
    case Relation::LessEqual:
      return shareAtMost(x, y, 0);
    case Relation::Greater:
      return shareAtMost(y, x, -1);
    case Relation::GreaterEqual:
      return shareAtMost(y, x, 0);
  }
  UNREACHABLE("a relation");
}

Share shareFor(Relation relation, const Floats& x, const Floats& y) {
  switch (relation) {
    case Relation::Equal:
      return shareEqual(x, y);
    case Relation::NotEqual: {
      Share share = shareEqual(x, y);
      share.hits = share.trials - share.hits;
      return share;
    }
    case Relation::Less:
      return shareLess(x, y, false);
    case Relation::LessEqual:
      return shareLess(x, y, true);
    case Relation::Greater:
      return shareLess(y, x, false);
    case Relation::GreaterEqual:
      return shareLess(y, x, true);
  }
  UNREACHABLE("a relation");
}

Relation orEqual(Relation relation) {
  if (relation == Relation::Less) return Relation::LessEqual;
  return relation == Relation::Greater ? Relation::GreaterEqual : relation;
}

// How often REL holds between values that have nothing to do with each other.
double expected(const Sample& sample, Relation relation, const Term& x, const Scalar& xType, const Term& y, const Scalar& yType) {
  const Share share = xType.isFloat() ? shareFor(relation, floatsOf(sample, x, xType), floatsOf(sample, y, yType))
                                      : shareFor(relation, numbersOf(sample, x, xType), numbersOf(sample, y, yType));
  return upperEstimate(share.hits, share.trials, std::min<double>(share.samples, Sample::kRows));
}

// "Less" where equal values would have come up, "at most" where they would not.
Relation careful(const Judge& judge, uint64_t candidates, const Sample& sample, Relation relation, const Term& x, const Scalar& xType,
                 const Term& y, const Scalar& yType, uint64_t telling) {
  if (orEqual(relation) == relation) return relation;
  const double unequal = expected(sample, Relation::NotEqual, x, xType, y, yType);
  return judge.accepts(logOfAll(unequal, telling), candidates) ? relation : orEqual(relation);
}

}  // namespace

std::vector<Found> ArrayStats::properties(const Columns& columns, const Sample& sample) const {
  std::vector<Found> result;
  const Judge judge(options_.chance);
  const uint64_t candidates = arrays_.size() + pairs_.size() + withColumns_.size();
  const auto report = [&](Property property, double logChance, uint64_t rows) {
    if (judge.accepts(logChance, candidates)) result.push_back({std::move(property), Family::Elements, logChance, rows});
  };
  for (const Array& array : arrays_) {
    const Term each = element(array.variable);
    std::vector<Found> ofEach = array.type.isFloat() ? array.floats.properties(each, options_, candidates)
                                                     : array.integers.properties(each, array.type, options_, candidates);
    for (Found& found : ofEach)
      result.push_back({forAll(array.variable, std::get<Atom>(found.property.body)), Family::Elements, found.logChance, array.rows});
    // Two neighbours are in order half of the time, whatever the distribution.
    const bool ordered = array.type.isOrdered() || array.type.isFloat();
    auto sorted = relationOf(array.neighbours, ordered);
    if (sorted) sorted = careful(judge, candidates, sample, *sorted, each, array.type, each, array.type, array.neighbours.telling);
    const bool constant = array.type.isFloat() ? array.floats.isConstant() : array.integers.isConstant();
    if (sorted && ordered && *sorted != Relation::NotEqual && !constant)
      report(forAll(array.variable, compared(array.type, each, *sorted, nextElement(array.variable))),
             *sorted == Relation::Equal ? logOfAll(0.5, array.rows) : logOfAll(0.5, array.neighbours.telling), array.rows);
  }
  for (const WithArray& pair : pairs_) {
    const Array &a = arrays_[pair.a], &b = arrays_[pair.b];
    auto relation = relationOf(pair.orders, a.type.isOrdered() || a.type.isFloat());
    if (!relation || !(pair.aFits || pair.bFits)) continue;
    const Array& over = pair.aFits ? a : b;
    relation = careful(judge, candidates, sample, *relation, element(a.variable), a.type, element(b.variable), b.type, pair.orders.telling);
    const double share = expected(sample, *relation, element(a.variable), a.type, element(b.variable), b.type);
    report(forAll(over.variable, compared(a.type, element(a.variable), *relation, element(b.variable))),
           logOfAll(share, pair.orders.telling), pair.rows);
  }
  for (const WithColumn& pair : withColumns_) {
    const Array& array = arrays_[pair.array];
    const Column& column = columns[pair.column];
    auto relation = relationOf(pair.orders, array.type.isOrdered() || array.type.isFloat());
    if (!relation) continue;
    relation =
        careful(judge, candidates, sample, *relation, element(array.variable), array.type, column.term, column.type, pair.orders.telling);
    const double share = expected(sample, *relation, element(array.variable), array.type, column.term, column.type);
    report(forAll(array.variable, compared(array.type, element(array.variable), *relation, column.term)),
           logOfAll(share, pair.orders.telling), pair.rows);
  }
  return result;
}

}  // namespace cleave::infer
