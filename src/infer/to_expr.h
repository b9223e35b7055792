// Properties as expressions for the solver (src/expr): a symbol for each variable, of its own width, and formulas that are true where the
// property holds. Exact for integers (sums are as wide as they need be) and for floats.
//
// "For all elements" speaks of any number of elements, the formula of one index that could be any: as a claim that is the whole property
// (if it fails, then at some index), as a premise it is what the property says of that index and the next one, which is less.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "expr/pool.h"
#include "infer/property.h"

namespace cleave::infer {

class Translator {
 public:
  Translator(const Point& point, expr::ExprPool& pool) : point_(point), pool_(pool) {}

  expr::ExprId claim(const Property& property);
  expr::ExprId premise(const Property& property);

 private:
  // The elements at the index, or those behind it.
  enum class Shift : uint8_t { Here, Next };

  expr::ExprId property(const Property& given, Shift shift);
  expr::ExprId forAll(const ForAll& given, Shift shift);
  expr::ExprId present(uint32_t variable);
  expr::ExprId atom(const Atom& given, Shift shift);
  expr::ExprId form(const Compare& given, Shift shift);
  expr::ExprId form(const CompareFloat& given, Shift shift);
  expr::ExprId form(const Member& given, Shift shift);
  expr::ExprId form(const Remainder& given, Shift shift);
  expr::ExprId form(const Null& given, Shift shift);
  expr::ExprId sum(const Sum& given, unsigned width, Shift shift);
  expr::ExprId number(const Term& term, unsigned width, Shift shift);
  expr::ExprId floating(const Term& term, Shift shift);
  expr::ExprId bitsOf(const Term& term, Shift shift);
  expr::ExprId lengthOf(uint32_t array);
  expr::ExprId index(uint64_t further);
  expr::ExprId symbol(const std::string& name, expr::Sort sort);
  unsigned widthOf(const Term& term) const;
  bool isSigned(const Term& term) const;

  const Point& point_;
  expr::ExprPool& pool_;
  std::map<std::string, expr::ExprId> symbols_;
};

}  // namespace cleave::infer
