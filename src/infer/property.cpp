#include "infer/property.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "support/check.h"
#include "support/sha256.h"
#include "support/text.h"

namespace cleave::infer {

namespace {

template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};

void addTerms(std::vector<Term>& into, const Sum& sum) {
  for (const Product& product : sum.products) into.push_back(product.term);
}

// --- canonical text

const char* roleMark(Role role) {
  switch (role) {
    case Role::Here:
      return "";
    case Role::OnEntry:
      return "@entry";
    case Role::Result:
      return "@result";
  }
  UNREACHABLE("a role");
}

std::string text(const Point& point, const Term& term) {
  const Variable& variable = point.variables[term.variable];
  static constexpr const char* kParts[] = {"", "#length", "[i]", "[i+1]"};
  std::string result = cleave::quoted(variable.name) + roleMark(variable.role) + kParts[static_cast<size_t>(term.part)];
  if (term.reading.width > 0) result += fmt::format(":{}{}", term.reading.isSigned ? "s" : "u", term.reading.width);
  return result;
}

std::string number(I128 value) { return value < 0 ? "-" + toDecimal(-static_cast<U128>(value)) : toDecimal(static_cast<U128>(value)); }

using Factors = std::map<std::string, I128>;  // by the text of the term

std::string side(const Factors& factors) {
  std::string result;
  for (const auto& [term, factor] : factors)
    if (factor != 0) result += fmt::format("{}*{} ", number(factor), term);
  return result;
}

// factors REL constant, where REL is one of ==, !=, <=.
struct Normal {
  Factors factors;
  I128 constant = 0;
  const char* relation = "==";

  void negate() {
    for (auto& [term, factor] : factors) factor = -factor;
    constant = -constant;
  }
  void wrap(unsigned width) {
    for (auto& [term, factor] : factors) factor = static_cast<I128>(truncateTo(static_cast<U128>(factor), width));
    constant = static_cast<I128>(truncateTo(static_cast<U128>(constant), width));
  }
  std::string shown() const { return side(factors) + relation + " " + number(constant); }
};

std::string text(const Point& point, const Compare& given) {
  Normal normal;
  for (const Product& each : given.left.products) normal.factors[text(point, each.term)] += each.factor;
  for (const Product& each : given.right.products) normal.factors[text(point, each.term)] -= each.factor;
  normal.constant = given.right.constant - given.left.constant;
  const bool ordered = given.relation != Relation::Equal && given.relation != Relation::NotEqual;
  if (given.relation == Relation::NotEqual) normal.relation = "!=";
  if (given.relation == Relation::Greater || given.relation == Relation::GreaterEqual) normal.negate();
  if (ordered) normal.relation = "<=";
  if (given.relation == Relation::Less || given.relation == Relation::Greater) normal.constant -= 1;
  Normal negated = normal;
  negated.negate();
  if (given.modulo > 0) {
    normal.wrap(given.modulo);
    negated.wrap(given.modulo);
  }
  std::string result = ordered ? normal.shown() : std::min(normal.shown(), negated.shown());
  if (given.modulo > 0) result += fmt::format(" mod 2^{}", given.modulo);
  return result;
}

Relation mirrored(Relation relation) {
  switch (relation) {
    case Relation::Equal:
    case Relation::NotEqual:
      return relation;
    case Relation::Less:
      return Relation::Greater;
    case Relation::LessEqual:
      return Relation::GreaterEqual;
    case Relation::Greater:
      return Relation::Less;
    case Relation::GreaterEqual:
      return Relation::LessEqual;
  }
  UNREACHABLE("a relation");
}

std::string text(const Point& point, const CompareFloat& given) {
  static constexpr const char* kRelations[] = {"==", "!=", "<", "<=", ">", ">="};
  std::string left = text(point, given.left), right;
  Relation relation = given.relation;
  if (const Term* term = std::get_if<Term>(&given.right)) {
    right = text(point, *term);
    if (right < left) {
      std::swap(left, right);
      relation = mirrored(relation);
    }
  } else {
    right = toHex(bitsOf(std::get<double>(given.right)), 64);
  }
  return fmt::format("float {} {} {}", left, kRelations[static_cast<size_t>(relation)], right);
}

std::string text(const Point& point, const Member& given) {
  std::string result = text(point, given.term) + " in";
  for (const I128 value : given.values) result += " " + number(value);
  return result;
}

std::string text(const Point& point, const Remainder& given) {
  return fmt::format("{} % {} == {}", text(point, given.term), given.modulus, given.remainder);
}

std::string text(const Point& point, const Null& given) { return text(point, given.term) + (given.isNull ? " null" : " non-null"); }

std::string text(const Point& point, const Atom& atom) {
  return std::visit([&](const auto& each) { return text(point, each); }, atom);
}

// --- well-formed or not

// What is checked of one property; the first complaint counts.
class FormCheck {
 public:
  FormCheck(const Point& point, bool elementsAllowed) : point_(point), elementsAllowed_(elementsAllowed) {}

  std::optional<std::string> check(const Atom& atom) {
    std::visit([this](const auto& each) { form(each); }, atom);
    return complaint_;
  }

 private:
  void require(bool good, const char* complaint) {
    if (!good && !complaint_) complaint_ = complaint;
  }

  // The kind of what the term stands for, if the term is sound in itself.
  std::optional<ScalarKind> kindOf(const Term& term) {
    require(term.variable < point_.variables.size(), "a variable that the point does not have");
    if (complaint_) return std::nullopt;
    const Variable& variable = point_.variables[term.variable];
    const bool element = term.part == Part::Element || term.part == Part::NextElement;
    require(variable.isArray == (term.part != Part::Value), "an array where a scalar is wanted, or the other way round");
    require(!element || elementsAllowed_, "an element outside of \"for all\"");
    const unsigned width = term.part == Part::Length ? 64 : variable.type.width;
    require(term.reading.width <= width, "a reading that is wider than its variable");
    if (complaint_) return std::nullopt;
    return term.part == Part::Length ? ScalarKind::Length : variable.type.kind;
  }
  void number(const Term& term) {
    if (const auto kind = kindOf(term))
      require(*kind != ScalarKind::Float && *kind != ScalarKind::Nullness, "no integer where one is wanted");
  }
  void floating(const Term& term) {
    if (const auto kind = kindOf(term)) require(*kind == ScalarKind::Float, "no float where one is wanted");
    require(term.reading.width == 0, "a reading of a float");
  }
  void constant(I128 value) { require(value < kMostConstant && value > -kMostConstant, "a constant that is too large"); }
  void sum(const Sum& given, bool wraps) {
    require(given.products.size() <= kMostProducts, "a sum of too many products");
    for (const Product& each : given.products) {
      number(each.term);
      require(wraps || (each.factor <= kMostFactor && each.factor >= -kMostFactor), "a factor that is too large");
    }
    constant(given.constant);
  }

  void form(const Compare& given) {
    sum(given.left, given.modulo > 0);
    sum(given.right, given.modulo > 0);
    require(given.modulo <= 64, "a power of two that is too large");
    require(given.modulo == 0 || given.relation == Relation::Equal || given.relation == Relation::NotEqual,
            "an order modulo a power of two");
  }
  void form(const CompareFloat& given) {
    floating(given.left);
    if (const Term* right = std::get_if<Term>(&given.right)) floating(*right);
  }
  void form(const Member& given) {
    number(given.term);
    require(!given.values.empty(), "a set without values");
    require(std::is_sorted(given.values.begin(), given.values.end()), "values of a set that do not ascend");
    for (const I128 value : given.values) constant(value);
  }
  void form(const Remainder& given) {
    number(given.term);
    require(given.modulus >= 2 && given.modulus <= INT32_MAX && given.remainder < given.modulus, "a modulus or remainder that is none");
  }
  void form(const Null& given) {
    if (const auto kind = kindOf(given.term)) require(*kind == ScalarKind::Nullness, "no pointer where one is wanted");
    require(given.term.reading.width == 0, "a reading of a pointer");
  }

  const Point& point_;
  bool elementsAllowed_;
  std::optional<std::string> complaint_;
};

}  // namespace

Term valueOf(uint32_t variable) { return {variable, Part::Value, {}}; }
Sum sumOf(Term term, I128 constant) { return {{{1, term}}, constant}; }
Sum constantSum(I128 constant) { return {{}, constant}; }
Property plain(Atom atom) { return {std::nullopt, std::move(atom)}; }
Property compare(Sum left, Relation relation, Sum right, uint8_t modulo) {
  return plain(Compare{std::move(left), relation, std::move(right), modulo});
}

const Atom& atomOf(const Property& property) {
  const ForAll* all = std::get_if<ForAll>(&property.body);
  return all != nullptr ? all->body : std::get<Atom>(property.body);
}

std::vector<Term> termsOf(const Atom& atom) {
  std::vector<Term> terms;
  std::visit(Overloaded{[&](const Compare& each) {
                          addTerms(terms, each.left);
                          addTerms(terms, each.right);
                        },
                        [&](const CompareFloat& each) {
                          terms.push_back(each.left);
                          if (const Term* right = std::get_if<Term>(&each.right)) terms.push_back(*right);
                        },
                        [&](const Member& each) { terms.push_back(each.term); }, [&](const Remainder& each) { terms.push_back(each.term); },
                        [&](const Null& each) { terms.push_back(each.term); }},
             atom);
  return terms;
}

std::vector<uint32_t> variablesOf(const Property& property) {
  std::vector<Term> terms = termsOf(atomOf(property));
  if (property.guard)
    for (const Term& each : termsOf(*property.guard)) terms.push_back(each);
  std::vector<uint32_t> variables;
  if (const ForAll* all = std::get_if<ForAll>(&property.body)) variables.push_back(all->array);
  for (const Term& each : terms) variables.push_back(each.variable);
  std::sort(variables.begin(), variables.end());
  variables.erase(std::unique(variables.begin(), variables.end()), variables.end());
  return variables;
}

bool usesNextElement(const Atom& atom) {
  const std::vector<Term> terms = termsOf(atom);
  return std::any_of(terms.begin(), terms.end(), [](const Term& each) { return each.part == Part::NextElement; });
}

std::optional<std::string> whyMalformed(const Point& point, const Property& property) {
  const ForAll* all = std::get_if<ForAll>(&property.body);
  if (all != nullptr && (all->array >= point.variables.size() || !point.variables[all->array].isArray))
    return "\"for all\" over something that is no array";
  if (property.guard)
    if (auto complaint = FormCheck(point, false).check(*property.guard)) return complaint;
  return FormCheck(point, all != nullptr).check(atomOf(property));
}

std::string canonicalText(const Point& point, const Property& property) {
  std::string result;
  if (property.guard) result += text(point, *property.guard) + " => ";
  if (const ForAll* all = std::get_if<ForAll>(&property.body)) result += "all " + text(point, Term{all->array, Part::Value, {}}) + ": ";
  return result + text(point, atomOf(property));
}

std::string idOf(const Point& point, const Property& property) {
  return sha256(cleave::quoted(point.name) + " " + canonicalText(point, property)).substr(0, 16);
}

}  // namespace cleave::infer
