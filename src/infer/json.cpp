#include "infer/json.h"

#include <fmt/format.h>

#include <stdexcept>

#include "support/enum_table.h"

namespace cleave::infer {

namespace {

using Json = nlohmann::json;

constexpr EnumTable<Part, const char*> kParts(
    {{Part::Value, "value"}, {Part::Length, "length"}, {Part::Element, "element"}, {Part::NextElement, "next"}});
constexpr EnumTable<Role, const char*> kRoles({{Role::Here, "here"}, {Role::OnEntry, "entry"}, {Role::Result, "result"}});
constexpr EnumTable<Relation, const char*> kRelations({{Relation::Equal, "=="},
                                                       {Relation::NotEqual, "!="},
                                                       {Relation::Less, "<"},
                                                       {Relation::LessEqual, "<="},
                                                       {Relation::Greater, ">"},
                                                       {Relation::GreaterEqual, ">="}});

// Anything that a file can have wrong, the library's own complaints included; caught in fromJson.
struct Damaged : std::runtime_error {
  using std::runtime_error::runtime_error;
};

template <class E>
E named(const EnumTable<E, const char*>& table, const std::string& name) {
  for (size_t i = 0; i < EnumTable<E, const char*>::kCount; ++i)
    if (name == table[static_cast<E>(i)]) return static_cast<E>(i);
  throw Damaged(fmt::format("unknown word '{}'", name));
}

// --- numbers

Json number(I128 value) {
  constexpr I128 kExact = I128{1} << 53;
  if (value <= kExact && value >= -kExact) return static_cast<int64_t>(value);
  return value < 0 ? "-" + toDecimal(-static_cast<U128>(value)) : toDecimal(static_cast<U128>(value));
}

I128 readNumber(const Json& given) {
  if (given.is_number_unsigned()) return static_cast<I128>(given.get<uint64_t>());
  if (given.is_number_integer()) return given.get<int64_t>();
  const std::string text = given.get<std::string>();
  const size_t start = text.starts_with("-") ? 1 : 0;
  if (text.size() == start || text.size() > start + 36) throw Damaged(fmt::format("'{}' is no number", text));
  I128 value = 0;
  for (size_t i = start; i < text.size(); ++i) {
    if (text[i] < '0' || text[i] > '9') throw Damaged(fmt::format("'{}' is no number", text));
    value = value * 10 + (text[i] - '0');
  }
  return start == 1 ? -value : value;
}

template <class T>
T readBounded(const Json& given, I128 low, I128 high) {
  const I128 value = readNumber(given);
  if (value < low || value > high) throw Damaged("a number out of its range");
  return static_cast<T>(value);
}

// --- terms and sums

Json write(const Point& point, const Term& term) {
  const Variable& variable = point.variables[term.variable];
  Json result = {{"variable", variable.name}};
  if (variable.role != Role::Here) result["role"] = kRoles[variable.role];
  if (term.part != Part::Value) result["part"] = kParts[term.part];
  if (term.reading.width > 0) result["reading"] = {{"width", term.reading.width}, {"signed", term.reading.isSigned}};
  return result;
}

uint32_t readVariable(const Point& point, const Json& given) {
  const std::string name = given.at("variable");
  const Role role = named(kRoles, given.value("role", "here"));
  for (uint32_t i = 0; i < point.variables.size(); ++i)
    if (point.variables[i].name == name && point.variables[i].role == role) return i;
  throw Damaged(fmt::format("there is no variable '{}' ({}) any more", name, kRoles[role]));
}

Term readTerm(const Point& point, const Json& given) {
  Term term{readVariable(point, given), named(kParts, given.value("part", "value")), {}};
  if (given.contains("reading"))
    term.reading = {readBounded<uint8_t>(given["reading"].at("width"), 1, 64), given["reading"].at("signed").get<bool>()};
  return term;
}

Json write(const Point& point, const Sum& sum) {
  Json products = Json::array();
  for (const Product& each : sum.products) products.push_back({{"factor", number(each.factor)}, {"term", write(point, each.term)}});
  return {{"products", products}, {"constant", number(sum.constant)}};
}

Sum readSum(const Point& point, const Json& given) {
  Sum sum;
  for (const Json& each : given.at("products"))
    sum.products.push_back({readBounded<int64_t>(each.at("factor"), INT64_MIN, INT64_MAX), readTerm(point, each.at("term"))});
  sum.constant = readNumber(given.at("constant"));
  return sum;
}

// --- atoms

Json write(const Point& point, const Compare& given) {
  Json result = {{"kind", "compare"},
                 {"left", write(point, given.left)},
                 {"relation", kRelations[given.relation]},
                 {"right", write(point, given.right)}};
  if (given.modulo > 0) result["modulo_bits"] = given.modulo;
  return result;
}

// A float constant is written as its pattern: infinities have no number in JSON, and nothing is rounded.
Json write(const Point& point, const CompareFloat& given) {
  Json result = {{"kind", "compare_float"}, {"left", write(point, given.left)}, {"relation", kRelations[given.relation]}};
  if (const Term* right = std::get_if<Term>(&given.right)) {
    result["right"] = write(point, *right);
  } else {
    result["right_bits"] = number(static_cast<I128>(bitsOf(std::get<double>(given.right))));
  }
  return result;
}

Json write(const Point& point, const Member& given) {
  Json values = Json::array();
  for (const I128 each : given.values) values.push_back(number(each));
  return {{"kind", "member"}, {"term", write(point, given.term)}, {"values", values}};
}

Json write(const Point& point, const Remainder& given) {
  return {{"kind", "remainder"}, {"term", write(point, given.term)}, {"modulus", given.modulus}, {"remainder", given.remainder}};
}

Json write(const Point& point, const Null& given) {
  return {{"kind", "null"}, {"term", write(point, given.term)}, {"is_null", given.isNull}};
}

Json write(const Point& point, const Atom& atom) {
  return std::visit([&](const auto& each) { return write(point, each); }, atom);
}

Atom readAtom(const Point& point, const Json& given) {
  const std::string kind = given.at("kind");
  if (kind == "compare")
    return Compare{readSum(point, given.at("left")), named(kRelations, given.at("relation")), readSum(point, given.at("right")),
                   given.contains("modulo_bits") ? readBounded<uint8_t>(given["modulo_bits"], 1, 64) : uint8_t{0}};
  if (kind == "compare_float") {
    CompareFloat result{readTerm(point, given.at("left")), named(kRelations, given.at("relation")), 0.0};
    if (given.contains("right")) {
      result.right = readTerm(point, given["right"]);
    } else {
      result.right = doubleOf(readBounded<uint64_t>(given.at("right_bits"), 0, static_cast<I128>(maskOf(64))));
    }
    return result;
  }
  if (kind == "member") {
    Member result{readTerm(point, given.at("term")), {}};
    for (const Json& each : given.at("values")) result.values.push_back(readNumber(each));
    return result;
  }
  if (kind == "remainder")
    return Remainder{readTerm(point, given.at("term")), readBounded<uint32_t>(given.at("modulus"), 2, INT32_MAX),
                     readBounded<uint32_t>(given.at("remainder"), 0, INT32_MAX)};
  if (kind == "null") return Null{readTerm(point, given.at("term")), given.at("is_null").get<bool>()};
  throw Damaged(fmt::format("unknown kind '{}'", kind));
}

Property readProperty(const Point& point, const Json& given) {
  Property property;
  if (given.contains("guard")) property.guard = readAtom(point, given["guard"]);
  if (given.contains("for_all")) {
    property.body = ForAll{readVariable(point, given["for_all"]), readAtom(point, given.at("body"))};
  } else {
    property.body = readAtom(point, given.at("body"));
  }
  return property;
}

}  // namespace

Json toJson(const Point& point, const Property& property) {
  Json result = {{"body", write(point, atomOf(property))}};
  if (property.guard) result["guard"] = write(point, *property.guard);
  if (const ForAll* all = std::get_if<ForAll>(&property.body)) result["for_all"] = write(point, Term{all->array, Part::Value, {}});
  return result;
}

Expected<Property> fromJson(const Point& point, const Json& given) {
  try {
    Property property = readProperty(point, given);
    if (const auto complaint = whyMalformed(point, property)) return Error{"a property that makes no sense: " + *complaint};
    return property;
  } catch (const Damaged& damaged) {
    return Error{std::string("a property that cannot be read: ") + damaged.what()};
  } catch (const Json::exception& damaged) {
    return Error{std::string("a property that cannot be read: ") + damaged.what()};
  }
}

}  // namespace cleave::infer
