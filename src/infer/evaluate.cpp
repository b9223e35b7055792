#include "infer/evaluate.h"

#include <algorithm>

#include "support/check.h"

namespace cleave::infer {

namespace {

// The values of terms in one row, at one index of the arrays.
class Place {
 public:
  Place(const Point& point, Row row, uint64_t index = 0) : point_(point), row_(row), index_(index) {}

  bool has(const Term& term) const {
    const Value& value = row_[term.variable];
    if (!value.present) return false;
    return !isElement(term) || at(term) < value.elements.size();
  }

  I128 number(const Term& term) const {
    Scalar type = term.part == Part::Length ? Scalar::length() : point_.variables[term.variable].type;
    if (term.reading.width > 0) {
      type.width = term.reading.width;
      type.isSigned = term.reading.isSigned;
    }
    return numberOf(type, bits(term));
  }
  double floating(const Term& term) const { return floatNumberOf(point_.variables[term.variable].type, bits(term)); }

 private:
  static bool isElement(const Term& term) { return term.part == Part::Element || term.part == Part::NextElement; }
  uint64_t at(const Term& term) const { return index_ + (term.part == Part::NextElement ? 1 : 0); }
  uint64_t bits(const Term& term) const {
    const Value& value = row_[term.variable];
    return isElement(term) ? value.elements[at(term)] : value.bits;
  }

  const Point& point_;
  Row row_;
  uint64_t index_;
};

template <class T>
bool related(const T& left, Relation relation, const T& right) {
  switch (relation) {
    case Relation::Equal:
      return left == right;
    case Relation::NotEqual:
      return left != right;
    case Relation::Less:
      return left < right;
    case Relation::LessEqual:
      return left <= right;
    case Relation::Greater:
      return left > right;
    case Relation::GreaterEqual:
      return left >= right;
  }
  UNREACHABLE("a relation");
}

// Computed without signs: modulo a power of two that is what is meant, and within the bounds of property.h nothing wraps.
I128 sumAt(const Place& place, const Sum& sum) {
  U128 result = static_cast<U128>(sum.constant);
  for (const Product& each : sum.products) result += static_cast<U128>(I128{each.factor}) * static_cast<U128>(place.number(each.term));
  return static_cast<I128>(result);
}

bool holds(const Place& place, const Compare& given) {
  const I128 left = sumAt(place, given.left), right = sumAt(place, given.right);
  if (given.modulo == 0) return related(left, given.relation, right);
  return related(truncateTo(static_cast<U128>(left), given.modulo), given.relation, truncateTo(static_cast<U128>(right), given.modulo));
}

bool holds(const Place& place, const CompareFloat& given) {
  const Term* term = std::get_if<Term>(&given.right);
  return related(place.floating(given.left), given.relation, term != nullptr ? place.floating(*term) : std::get<double>(given.right));
}

bool holds(const Place& place, const Member& given) {
  return std::find(given.values.begin(), given.values.end(), place.number(given.term)) != given.values.end();
}

bool holds(const Place& place, const Remainder& given) {
  return (place.number(given.term) - static_cast<I128>(given.remainder)) % static_cast<I128>(given.modulus) == 0;
}

bool holds(const Place& place, const Null& given) { return (place.number(given.term) != 0) == given.isNull; }

Truth evaluateAtom(const Place& place, const Atom& atom) {
  const std::vector<Term> terms = termsOf(atom);
  if (!std::all_of(terms.begin(), terms.end(), [&](const Term& each) { return place.has(each); })) return Truth::Absent;
  return std::visit([&](const auto& each) { return holds(place, each); }, atom) ? Truth::Holds : Truth::Fails;
}

// Is there a value for everything but elements?
bool allPresent(const ForAll& all, Row row) {
  const std::vector<Term> terms = termsOf(all.body);
  return row[all.array].present && std::all_of(terms.begin(), terms.end(), [&](const Term& each) { return row[each.variable].present; });
}

// Does every array that the body reads have an element wherever it is read?
bool longEnough(const ForAll& all, Row row, uint64_t indexes) {
  const std::vector<Term> terms = termsOf(all.body);
  return std::all_of(terms.begin(), terms.end(), [&](const Term& each) {
    if (each.part != Part::Element && each.part != Part::NextElement) return true;
    return row[each.variable].bits >= indexes + (each.part == Part::NextElement ? 1 : 0);
  });
}

Truth evaluateAll(const Point& point, const ForAll& all, Row row) {
  if (!allPresent(all, row)) return Truth::Absent;
  const uint64_t length = row[all.array].bits, next = usesNextElement(all.body) ? 1 : 0;
  if (length <= next) return Truth::Absent;
  const uint64_t indexes = length - next;
  if (!longEnough(all, row, indexes)) return Truth::Fails;
  uint64_t recorded = 1;  // behind the last recorded element of all arrays there is nothing to look at
  for (const Value& value : row) recorded = std::max<uint64_t>(recorded, value.elements.size());
  Truth result = Truth::Absent;
  for (uint64_t i = 0; i < std::min(indexes, recorded); ++i) {
    const Truth here = evaluateAtom(Place(point, row, i), all.body);
    if (here == Truth::Fails) return Truth::Fails;
    if (here == Truth::Holds) result = Truth::Holds;
  }
  return result;
}

}  // namespace

Truth evaluate(const Point& point, const Property& property, Row row) {
  CHECK(row.size() == point.variables.size(), "a row with another number of values than the point has variables");
  if (property.guard && evaluateAtom(Place(point, row), *property.guard) != Truth::Holds) return Truth::Absent;
  if (const ForAll* all = std::get_if<ForAll>(&property.body)) return evaluateAll(point, *all, row);
  return evaluateAtom(Place(point, row), std::get<Atom>(property.body));
}

}  // namespace cleave::infer
