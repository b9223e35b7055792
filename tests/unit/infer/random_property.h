// Random points, rows and properties, for tests that compare two ways to say the same.
#pragma once

#include <vector>

#include "infer/property.h"
#include "support/random.h"

namespace cleave::infer::test {

// Owns what the spans of its values point to.
struct OwnedRow {
  std::vector<Value> values;
  std::vector<std::vector<uint64_t>> elements;

  OwnedRow() = default;
  OwnedRow(const OwnedRow&) = delete;
  OwnedRow(OwnedRow&&) = default;  // moving a vector does not move what it holds
  OwnedRow& operator=(OwnedRow&&) = default;

  void add(uint64_t bits) { values.push_back(Value::of(bits)); }
  void addAbsent() { values.push_back({}); }
  void addArray(std::vector<uint64_t> given) {
    elements.push_back(std::move(given));
    values.push_back(Value::ofArray(elements.back()));
  }
};

inline Variable scalar(std::string name, Scalar type, Role role = Role::Here) {
  Variable variable;
  variable.name = std::move(name);
  variable.type = std::move(type);
  variable.role = role;
  return variable;
}

inline Variable array(std::string name, Scalar type, std::string length) {
  Variable variable = scalar(std::move(name), std::move(type));
  variable.isArray = true;
  variable.length = std::move(length);
  return variable;
}

inline Point pointOf(std::vector<Variable> variables) {
  Point point{"f, at its end", std::move(variables)};
  relateByFamily(point);
  return point;
}

// Every kind of variable: integers of all usual widths, a boolean, an enumeration, floats, a pointer and what is behind it, arrays.
inline Point everyKind() {
  std::vector<Variable> variables;
  for (const unsigned width : {8u, 16u, 32u, 64u})
    for (const bool isSigned : {false, true})
      variables.push_back(scalar((isSigned ? "s" : "u") + std::to_string(width), Scalar::integer(width, isSigned)));
  variables.push_back(scalar("flag", Scalar::boolean()));
  variables.push_back(scalar("color", Scalar::enumeration({{"RED", 0}, {"GREEN", 1}, {"BLUE", 7}})));
  variables.push_back(scalar("real", Scalar::floating(32)));
  variables.push_back(scalar("number", Scalar::floating(64)));
  variables.push_back(scalar("p", Scalar::nullness()));
  Variable behind = scalar("p->count", Scalar::integer(32, true));
  behind.behind = static_cast<uint32_t>(variables.size() - 1);
  variables.push_back(behind);
  variables.push_back(scalar("u32", Scalar::integer(32, false), Role::OnEntry));
  variables.push_back(array("a", Scalar::integer(32, true), "a_length"));
  variables.push_back(array("b", Scalar::integer(16, false), "b_length"));
  variables.push_back(array("d", Scalar::floating(64), "d_length"));
  return pointOf(std::move(variables));
}

// Patterns near the ends and near zero come up often, so that conversions matter and equalities happen.
inline uint64_t randomBits(Random& random, const Scalar& type) {
  if (type.isFloat()) {
    static constexpr double kNumbers[] = {
        0.0, -0.0, 1.0, -1.0, 0.1, 2.5, 1e30, -1e30, __builtin_inf(), -__builtin_inf(), __builtin_nan("")};
    const double value = kNumbers[random.below(std::size(kNumbers))];
    return static_cast<uint64_t>(type.width == 32 ? bitsOf(static_cast<float>(value)) : bitsOf(value));
  }
  if (type.kind == ScalarKind::Enum) return type.enumerators[random.below(type.enumerators.size())].value;
  const uint64_t near = random.below(9) - 4;
  const uint64_t edge = (uint64_t{1} << (type.width - 1)) + near;
  return (random.chance(50) ? near : random.chance(50) ? edge : random.next()) & mask64(type.width);
}

inline OwnedRow randomRow(Random& random, const Point& point, bool absences) {
  OwnedRow row;
  for (const Variable& variable : point.variables) {
    const bool nullBehind = variable.behind && row.values[*variable.behind].bits == 1;
    if (nullBehind || (absences && random.chance(10))) {
      row.addAbsent();
    } else if (variable.isArray) {
      std::vector<uint64_t> elements(random.below(5));
      for (uint64_t& each : elements) each = randomBits(random, variable.type);
      row.addArray(std::move(elements));
    } else {
      row.add(randomBits(random, variable.type));
    }
  }
  return row;
}

class PropertyMaker {
 public:
  PropertyMaker(const Point& point, uint64_t seed) : point_(point), random_(seed) {}

  Property make() {
    Property property;
    if (random_.chance(25)) property.guard = atom(false);
    if (random_.chance(30)) {
      const uint32_t over = pick([](const Variable& each) { return each.isArray; });
      property.body = ForAll{over, atom(true)};
    } else {
      property.body = atom(false);
    }
    return property;
  }

 private:
  template <class Which>
  uint32_t pick(const Which& which) {
    while (true) {
      const auto i = static_cast<uint32_t>(random_.below(point_.variables.size()));
      if (which(point_.variables[i])) return i;
    }
  }
  Part partFor(const Variable& variable, bool elements) {
    if (!variable.isArray) return Part::Value;
    if (!elements) return Part::Length;
    return random_.chance(60) ? Part::Element : random_.chance(60) ? Part::NextElement : Part::Length;
  }
  Term number(bool elements) {
    const uint32_t i = pick([&](const Variable& each) {
      return each.isArray ? (elements ? !each.type.isFloat() : true) : !each.type.isFloat() && each.type.kind != ScalarKind::Nullness;
    });
    Term term{i, partFor(point_.variables[i], elements), {}};
    const unsigned width = term.part == Part::Length ? 64 : point_.variables[i].type.width;
    if (random_.chance(20)) term.reading = {static_cast<uint8_t>(1 + random_.below(width)), random_.chance(50)};
    return term;
  }
  Term floating(bool elements) {
    const uint32_t i = pick([&](const Variable& each) { return each.type.isFloat() && (elements || !each.isArray); });
    return {i, point_.variables[i].isArray ? Part::Element : Part::Value, {}};
  }
  Relation relation() { return static_cast<Relation>(random_.below(6)); }
  I128 constant() {
    const I128 near = static_cast<I128>(random_.below(9)) - 4;
    if (random_.chance(60)) return near;
    const I128 edge = (I128{1} << (7 + random_.below(60))) + near;
    return random_.chance(50) ? edge : -edge;
  }
  Sum sum(bool elements, bool wraps) {
    Sum result;
    for (uint64_t i = random_.below(4); i > 0; --i) {
      const int64_t small = static_cast<int64_t>(random_.below(7)) - 3;
      result.products.push_back({random_.chance(50)   ? 1
                                 : random_.chance(80) ? small
                                 : wraps              ? static_cast<int64_t>(random_.next())
                                                      : kMostFactor,
                                 number(elements)});
    }
    if (random_.chance(50)) result.constant = constant();
    return result;
  }
  Atom atom(bool elements) {
    switch (random_.below(8)) {
      case 0:
        return CompareFloat{floating(elements), relation(), floating(elements)};
      case 1:
        return CompareFloat{floating(elements), relation(), random_.chance(50) ? 0.0 : 2.5};
      case 2: {
        Member member{number(elements), {constant(), constant(), 0}};
        std::sort(member.values.begin(), member.values.end());
        return member;
      }
      case 3: {
        const auto modulus = static_cast<uint32_t>(2 + random_.below(9));
        return Remainder{number(elements), modulus, static_cast<uint32_t>(random_.below(modulus))};
      }
      case 4:
        return Null{valueOf(pick([](const Variable& each) { return each.type.kind == ScalarKind::Nullness; })), random_.chance(50)};
      case 5: {
        const auto width = static_cast<uint8_t>(1 + random_.below(64));
        return Compare{sum(elements, true), random_.chance(50) ? Relation::Equal : Relation::NotEqual, sum(elements, true), width};
      }
      case 6:
        return Compare{sumOf(number(elements)), relation(), random_.chance(50) ? constantSum(constant()) : sumOf(number(elements)), 0};
      default:
        return Compare{sum(elements, false), relation(), sum(elements, false), 0};
    }
  }

  const Point& point_;
  Random random_;
};

}  // namespace cleave::infer::test
