#include "infer/to_expr.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "support/check.h"

namespace cleave::infer {

using expr::ExprId;
using expr::Op;
using expr::Sort;

namespace {

unsigned bitLength(U128 value) {
  const auto high = static_cast<uint64_t>(value >> 64), low = static_cast<uint64_t>(value);
  return high != 0 ? 128 - static_cast<unsigned>(std::countl_zero(high)) : 64 - static_cast<unsigned>(std::countl_zero(low));
}

U128 amountOf(I128 value) { return value < 0 ? -static_cast<U128>(value) : static_cast<U128>(value); }

bool isElement(const Term& term) { return term.part == Part::Element || term.part == Part::NextElement; }

}  // namespace

ExprId Translator::claim(const Property& given) { return property(given, Shift::Here); }

ExprId Translator::premise(const Property& given) {
  const ExprId here = property(given, Shift::Here);
  const bool all = std::holds_alternative<ForAll>(given.body) && !usesNextElement(atomOf(given));
  return all ? pool_.andOf(here, property(given, Shift::Next)) : here;
}

// Present and guarded, it holds.
ExprId Translator::property(const Property& given, Shift shift) {
  ExprId condition = pool_.boolean(true);
  for (const uint32_t variable : variablesOf(given)) condition = pool_.andOf(condition, present(variable));
  if (given.guard) condition = pool_.andOf(condition, atom(*given.guard, Shift::Here));
  const ForAll* all = std::get_if<ForAll>(&given.body);
  const ExprId body = all != nullptr ? forAll(*all, shift) : atom(std::get<Atom>(given.body), shift);
  return pool_.orOf(pool_.notOf(condition), body);
}

ExprId Translator::forAll(const ForAll& given, Shift shift) {
  const uint64_t base = shift == Shift::Next ? 1 : 0;
  // The index is below the length; so is the next one, where it is spoken of. Neither wraps: the index is below some length.
  const auto exists = [&](uint32_t array, uint64_t further) {
    ExprId result = pool_.binary(Op::ULt, index(0), lengthOf(array));
    for (uint64_t i = 1; i <= further; ++i) result = pool_.andOf(result, pool_.binary(Op::ULt, index(i), lengthOf(array)));
    return result;
  };
  const ExprId inside = exists(given.array, base + (usesNextElement(given.body) ? 1 : 0));
  ExprId body = atom(given.body, shift);
  for (const Term& each : termsOf(given.body))
    if (isElement(each)) body = pool_.andOf(body, exists(each.variable, base + (each.part == Part::NextElement ? 1 : 0)));
  return pool_.orOf(pool_.notOf(inside), body);
}

ExprId Translator::present(uint32_t variable) {
  const std::optional<uint32_t> behind = point_.variables[variable].behind;
  if (!behind) return pool_.boolean(true);
  return pool_.andOf(form(Null{valueOf(*behind), false}, Shift::Here), present(*behind));
}

ExprId Translator::atom(const Atom& given, Shift shift) {
  return std::visit([&](const auto& each) { return form(each, shift); }, given);
}

ExprId Translator::form(const Compare& given, Shift shift) {
  unsigned width = given.modulo;
  if (width == 0) {
    U128 most = 0;  // no partial sum of either side is larger in amount
    for (const Sum* each : {&given.left, &given.right}) {
      U128 side = amountOf(each->constant);
      for (const Product& product : each->products) side += amountOf(product.factor) << widthOf(product.term);
      most = std::max(most, side);
    }
    width = bitLength(most) + 1;
    CHECK(width <= 128, "a sum that leaves 128 bits");
  }
  const ExprId left = sum(given.left, width, shift), right = sum(given.right, width, shift);
  switch (given.relation) {
    case Relation::Equal:
      return pool_.equal(left, right);
    case Relation::NotEqual:
      return pool_.notOf(pool_.equal(left, right));
    case Relation::Less:
      return pool_.binary(Op::SLt, left, right);
    case Relation::LessEqual:
      return pool_.binary(Op::SLe, left, right);
    case Relation::Greater:
      return pool_.binary(Op::SLt, right, left);
    case Relation::GreaterEqual:
      return pool_.binary(Op::SLe, right, left);
  }
  UNREACHABLE("a relation");
}

ExprId Translator::form(const CompareFloat& given, Shift shift) {
  const ExprId left = floating(given.left, shift);
  const Term* term = std::get_if<Term>(&given.right);
  const ExprId right =
      term != nullptr ? floating(*term, shift) : pool_.constant(Sort::floating(64), cleave::bitsOf(std::get<double>(given.right)));
  switch (given.relation) {
    case Relation::Equal:
      return pool_.binary(Op::FEqual, left, right);
    case Relation::NotEqual:
      return pool_.notOf(pool_.binary(Op::FEqual, left, right));
    case Relation::Less:
      return pool_.binary(Op::FLt, left, right);
    case Relation::LessEqual:
      return pool_.binary(Op::FLe, left, right);
    case Relation::Greater:
      return pool_.binary(Op::FLt, right, left);
    case Relation::GreaterEqual:
      return pool_.binary(Op::FLe, right, left);
  }
  UNREACHABLE("a relation");
}

ExprId Translator::form(const Member& given, Shift shift) {
  ExprId result = pool_.boolean(false);
  for (const I128 value : given.values)
    result = pool_.orOf(result, form(Compare{sumOf(given.term), Relation::Equal, constantSum(value), 0}, shift));
  return result;
}

ExprId Translator::form(const Remainder& given, Shift shift) {
  const unsigned width = std::max(widthOf(given.term), 32u) + 2;  // room for the difference, and for the modulus as a signed number
  const ExprId difference = pool_.binary(Op::Sub, number(given.term, width, shift), pool_.bits(width, given.remainder));
  return pool_.equal(pool_.binary(Op::SRem, difference, pool_.bits(width, given.modulus)), pool_.bits(width, 0));
}

ExprId Translator::form(const Null& given, Shift shift) {
  const ExprId isNull = pool_.equal(bitsOf(given.term, shift), pool_.bits(1, 1));
  return given.isNull ? isNull : pool_.notOf(isNull);
}

ExprId Translator::sum(const Sum& given, unsigned width, Shift shift) {
  const auto constant = [&](I128 value) { return pool_.bits(width, truncateTo(static_cast<U128>(value), width)); };
  ExprId result = constant(given.constant);
  for (const Product& each : given.products)
    result = pool_.binary(Op::Add, result, pool_.binary(Op::Mul, constant(each.factor), number(each.term, width, shift)));
  return result;
}

ExprId Translator::number(const Term& term, unsigned width, Shift shift) {
  const unsigned own = widthOf(term);
  ExprId bits = bitsOf(term, shift);
  if (own < pool_.sort(bits).width) bits = pool_.extract(bits, 0, own);
  if (own > width) return pool_.extract(bits, 0, width);
  return pool_.extend(isSigned(term) ? Op::SExt : Op::ZExt, bits, width);
}

ExprId Translator::floating(const Term& term, Shift shift) {
  const ExprId value = bitsOf(term, shift);
  return pool_.sort(value).width == 64 ? value : pool_.convert(Op::FConvert, value, Sort::floating(64));
}

// The variable as it is: all of its bits, or a float.
ExprId Translator::bitsOf(const Term& term, Shift shift) {
  if (term.part == Part::Length) return lengthOf(term.variable);
  const Variable& variable = point_.variables[term.variable];
  static constexpr const char* kRoles[] = {"", "@entry", "@result"};
  std::string name = variable.name + kRoles[static_cast<size_t>(variable.role)];
  if (isElement(term)) {
    const int further = (term.part == Part::NextElement ? 1 : 0) + (shift == Shift::Next ? 1 : 0);
    name += further == 0 ? "[i]" : fmt::format("[i+{}]", further);
  }
  return symbol(name, variable.type.isFloat() ? Sort::floating(variable.type.width) : Sort::bits(variable.type.width));
}

// Arrays whose lengths the source writes alike are of one length.
ExprId Translator::lengthOf(uint32_t array) {
  const Variable& variable = point_.variables[array];
  static constexpr const char* kRoles[] = {"", "@entry", "@result"};
  const std::string& own = variable.length.empty() ? variable.name : variable.length;
  return symbol((variable.length.empty() ? "#" : "##") + own + kRoles[static_cast<size_t>(variable.role)], Sort::bits(64));
}

ExprId Translator::index(uint64_t further) {
  const ExprId base = symbol("#index", Sort::bits(64));
  return further == 0 ? base : pool_.binary(Op::Add, base, pool_.bits(64, further));
}

ExprId Translator::symbol(const std::string& name, Sort sort) {
  const auto [place, isNew] = symbols_.try_emplace(name);
  if (isNew) place->second = pool_.symbolExpr(pool_.addSymbol({name, sort, true}));
  return place->second;
}

unsigned Translator::widthOf(const Term& term) const {
  if (term.reading.width > 0) return term.reading.width;
  return term.part == Part::Length ? 64 : point_.variables[term.variable].type.width;
}

bool Translator::isSigned(const Term& term) const {
  if (term.reading.width > 0) return term.reading.isSigned;
  return term.part != Part::Length && point_.variables[term.variable].type.isSigned;
}

}  // namespace cleave::infer
