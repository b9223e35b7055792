#include "solver/private/z3_linear.h"

#include <algorithm>
#include <string>

#include "solver/reasons.h"
#include "support/check.h"

namespace cleave::solver {

using expr::ExprId;
using expr::ExprPool;
using expr::Family;
using expr::Op;
using expr::Sort;
using expr::SymbolId;

namespace {

constexpr unsigned kWidest = 64;
constexpr unsigned kMostWraps = 3;  // choices to bring a value into its range; with more, bits are faster

constexpr I128 kFar = I128{1} << 100;  // bounds beyond are no longer followed

I128 powerOfTwo(unsigned exponent) { return I128{1} << exponent; }

I128 floorOfQuotient(I128 a, I128 b) { return a / b - (a % b < 0 ? 1 : 0); }  // b > 0

}  // namespace

LinearTranslation::LinearTranslation(const ExprPool& pool) : pool_(pool), context_(z3_.get()) {
  integers_ = Z3_mk_int_sort(context_);
  own(Z3_sort_to_ast(context_, integers_));
  tactic_ = z3_.chain({"simplify", "propagate-values", "solve-eqs", "smt"});
}

Z3_ast LinearTranslation::number(I128 value) {
  if (value >= INT64_MIN && value <= INT64_MAX) return own(Z3_mk_int64(context_, static_cast<int64_t>(value), integers_));
  const std::string digits = toDecimal(static_cast<U128>(value < 0 ? -value : value));
  return own(Z3_mk_numeral(context_, (value < 0 ? "-" + digits : digits).c_str(), integers_));
}

const LinearTranslation::Term& LinearTranslation::of(ExprId root) {
  if (terms_.size() < pool_.size()) terms_.resize(pool_.size());
  work_.assign(1, root);
  while (!work_.empty()) {
    const ExprId e = work_.back();
    Term& term = terms_[e.value];
    bool ready = true;
    if (term.state == Term::State::Unseen)
      for (const ExprId operand : pool_.operands(e))
        if (terms_[operand.value].state == Term::State::Unseen) {
          work_.push_back(operand);
          ready = false;
        }
    if (!ready) continue;
    work_.pop_back();
    if (term.state != Term::State::Unseen) continue;
    const auto operands = pool_.operands(e);
    const bool isLinear = std::ranges::all_of(operands, [&](ExprId o) { return terms_[o.value].state == Term::State::Linear; });
    Term made = isLinear ? make(e) : Term{};
    made.state = made.ast != nullptr ? Term::State::Linear : Term::State::Other;
    for (const ExprId operand : operands) made.adds = made.adds || terms_[operand.value].adds;
    term = made;
  }
  return terms_[root.value];
}

// Without an ast: not linear. The operands are.
LinearTranslation::Term LinearTranslation::make(ExprId e) {
  const Sort sort = pool_.sort(e);
  if (sort.kind == expr::SortKind::Float || (sort.kind == expr::SortKind::Bits && sort.width > kWidest)) return {};
  return sort.kind == expr::SortKind::Bool ? makeTruth(e) : makeInteger(e);
}

LinearTranslation::Term LinearTranslation::symbol(SymbolId id) {
  const Sort sort = pool_.symbol(id).sort;
  const std::string name = "s" + std::to_string(id.value);
  Z3_symbol called = Z3_mk_string_symbol(context_, name.c_str());
  Term term;
  if (sort.kind == expr::SortKind::Bool) {
    term.ast = own(Z3_mk_const(context_, called, Z3_mk_bool_sort(context_)));
    return term;
  }
  const bool isSigned = pool_.symbol(id).isSigned;
  term.ast = own(Z3_mk_const(context_, called, integers_));
  term.low = isSigned ? -powerOfTwo(sort.width - 1) : 0;
  term.high = isSigned ? powerOfTwo(sort.width - 1) - 1 : powerOfTwo(sort.width) - 1;
  return term;
}

LinearTranslation::Term LinearTranslation::constant(I128 value) {
  Term term;
  term.low = term.high = value;
  term.ast = number(value);
  return term;
}

LinearTranslation::Term LinearTranslation::sum(const Term& a, const Term& b, bool subtract) {
  Term term;
  term.low = subtract ? a.low - b.high : a.low + b.low;
  term.high = subtract ? a.high - b.low : a.high + b.high;
  if (term.low < -kFar || term.high > kFar) return {};
  Z3_ast both[] = {a.ast, b.ast};
  term.ast = own(subtract ? Z3_mk_sub(context_, 2, both) : Z3_mk_add(context_, 2, both));
  term.adds = true;
  return term;
}

LinearTranslation::Term LinearTranslation::multiple(const Term& a, I128 factor) {
  const I128 size = std::max(a.high < 0 ? -a.high : a.high, a.low < 0 ? -a.low : a.low);
  if (size > 0 && (factor > kFar / size || factor < -kFar / size)) return {};
  Term term;
  term.low = std::min(a.low * factor, a.high * factor);
  term.high = std::max(a.low * factor, a.high * factor);
  Z3_ast both[] = {number(factor), a.ast};
  term.ast = own(Z3_mk_mul(context_, 2, both));
  return term;
}

LinearTranslation::Term LinearTranslation::chosen(const Term& condition, const Term& a, const Term& b) {
  Term term;
  term.ast = own(Z3_mk_ite(context_, condition.ast, a.ast, b.ast));
  term.low = std::min(a.low, b.low);
  term.high = std::max(a.high, b.high);
  return term;
}

// The value itself, as a number of the width with or without sign. `term` equals it modulo 2^width.
LinearTranslation::Term LinearTranslation::within(const Term& term, unsigned width, bool isSigned) {
  const I128 size = powerOfTwo(width);
  const I128 least = isSigned ? -powerOfTwo(width - 1) : 0;
  const I128 first = floorOfQuotient(term.low - least, size), last = floorOfQuotient(term.high - least, size);  // how often it wrapped
  if (last - first > kMostWraps) return {};
  const auto shifted = [&](I128 times) {
    if (times == 0) return term.ast;
    Z3_ast both[] = {term.ast, number(times * size)};
    return own(Z3_mk_sub(context_, 2, both));
  };
  Term value = term;
  value.ast = shifted(first);
  for (I128 times = first + 1; times <= last; ++times)
    value.ast = own(Z3_mk_ite(context_, own(Z3_mk_ge(context_, term.ast, number(least + times * size))), shifted(times), value.ast));
  value.low = first == last ? term.low - first * size : least;
  value.high = first == last ? term.high - first * size : least + size - 1;
  return value;
}

LinearTranslation::Term LinearTranslation::makeInteger(ExprId e) {
  const Op op = pool_.op(e);
  const unsigned width = pool_.sort(e).width;
  const auto operand = [&](size_t k) -> const Term& { return terms_[pool_.operand(e, k).value]; };
  const auto isNumber = [&](size_t k) { return pool_.isConstant(pool_.operand(e, k)); };
  const auto numberAt = [&](size_t k) { return asSigned(pool_.constantBits(pool_.operand(e, k)), width); };
  if (op == Op::Symbol) return symbol(pool_.symbolOf(e));
  if (op == Op::Constant) return constant(asSigned(pool_.constantBits(e), width));
  if (op == Op::Add || op == Op::Sub) return sum(operand(0), operand(1), op == Op::Sub);
  if (op == Op::Neg) return multiple(operand(0), -1);
  if (op == Op::BitNot) return sum(constant(-1), operand(0), true);
  if (op == Op::Mul && isNumber(1)) return multiple(operand(0), numberAt(1));
  if (op == Op::Mul && isNumber(0)) return multiple(operand(1), numberAt(0));
  if (op == Op::Shl && isNumber(1) && pool_.constantBits(pool_.operand(e, 1)) < width)
    return multiple(operand(0), powerOfTwo(static_cast<unsigned>(pool_.constantBits(pool_.operand(e, 1)))));
  if (op == Op::Extract && pool_.extractLow(e) == 0) return operand(0);
  if (op == Op::SExt || op == Op::ZExt) return within(operand(0), pool_.sort(pool_.operand(e, 0)).width, op == Op::SExt);
  if (op == Op::Ite) return chosen(operand(0), operand(1), operand(2));
  return {};
}

LinearTranslation::Term LinearTranslation::makeTruth(ExprId e) {
  const Op op = pool_.op(e);
  const auto truth = [&](Z3_ast ast) {
    Term term;
    term.ast = own(ast);
    return term;
  };
  const auto ast = [&](size_t k) { return terms_[pool_.operand(e, k).value].ast; };
  if (op == Op::Constant) return truth(pool_.isTrue(e) ? Z3_mk_true(context_) : Z3_mk_false(context_));
  if (op == Op::Symbol) return symbol(pool_.symbolOf(e));
  if (op == Op::Ite) return truth(Z3_mk_ite(context_, ast(0), ast(1), ast(2)));
  if (op == Op::Not) return truth(Z3_mk_not(context_, ast(0)));
  if (op == Op::Xor) return truth(Z3_mk_xor(context_, ast(0), ast(1)));
  if (op == Op::And || op == Op::Or) {
    Z3_ast both[] = {ast(0), ast(1)};
    return truth(op == Op::And ? Z3_mk_and(context_, 2, both) : Z3_mk_or(context_, 2, both));
  }
  return makeComparison(e);
}

LinearTranslation::Term LinearTranslation::makeComparison(ExprId e) {
  const Op op = pool_.op(e);
  if (familyOf(op) != Family::Order && op != Op::Equal) return {};
  const Sort sort = pool_.sort(pool_.operand(e, 0));
  Term a = terms_[pool_.operand(e, 0).value], b = terms_[pool_.operand(e, 1).value];
  if (sort.kind == expr::SortKind::Bits) {
    const bool isSigned = op != Op::ULt && op != Op::ULe;
    a = within(a, sort.width, isSigned);
    b = within(b, sort.width, isSigned);
    if (a.ast == nullptr || b.ast == nullptr) return {};
  }
  Term term;
  if (op == Op::Equal)
    term.ast = own(Z3_mk_eq(context_, a.ast, b.ast));
  else
    term.ast = own(op == Op::ULt || op == Op::SLt ? Z3_mk_lt(context_, a.ast, b.ast) : Z3_mk_le(context_, a.ast, b.ast));
  return term;
}

bool LinearTranslation::isWorthwhile(std::span<const ExprId> conjunction) {
  return std::ranges::any_of(conjunction, [&](ExprId e) {
    const Term& term = of(e);
    return term.state == Term::State::Linear && term.adds;
  });
}

U128 LinearTranslation::bitsOf(Question& question, SymbolId id) {
  const Sort sort = pool_.symbol(id).sort;
  Z3_ast value = question.value(symbol(id).ast);
  if (sort.kind == expr::SortKind::Bool) return Z3_get_bool_value(context_, value) == Z3_L_TRUE;
  int64_t small = 0;
  uint64_t large = 0;
  if (Z3_get_numeral_int64(context_, value, &small)) return static_cast<U128>(small) & maskOf(sort.width);
  if (Z3_get_numeral_uint64(context_, value, &large)) return large;
  throw Z3Failure{"the model has a value that does not fit"};
}

Solution LinearTranslation::solve(std::span<const ExprId> conjunction, const std::vector<SymbolId>& symbols, unsigned steps,
                                  unsigned milliseconds) {
  Question question(z3_, Z3_mk_solver_from_tactic(context_, tactic_));
  question.limit(steps, milliseconds);
  bool isWhole = true;
  for (const ExprId literal : conjunction) {
    const Term& term = of(literal);
    if (term.state == Term::State::Linear)
      question.require(term.ast);
    else
      isWhole = false;
  }
  const auto isKnown = [&](SymbolId id) {
    const Sort sort = pool_.symbol(id).sort;
    return sort.kind == expr::SortKind::Bool || (sort.kind == expr::SortKind::Bits && sort.width <= kWidest);
  };
  for (const SymbolId id : symbols) {
    if (!isKnown(id) || pool_.symbol(id).sort.kind == expr::SortKind::Bool) continue;
    const Term term = symbol(id);
    question.require(own(Z3_mk_ge(context_, term.ast, number(term.low))));
    question.require(own(Z3_mk_le(context_, term.ast, number(term.high))));
  }
  switch (question.ask()) {
    case Answer::Unsatisfiable:
      return unsatisfiable();
    case Answer::Unknown:
      return unknown("solver: " + question.reasonUnknown());
    case Answer::Satisfiable:
      break;
  }
  if (!isWhole || !std::ranges::all_of(symbols, isKnown)) return unknown("solver: not all is linear");
  expr::Assignment model(pool_.symbolCount(), 0);
  for (const SymbolId id : symbols) model[id.value] = bitsOf(question, id);
  return satisfiable(std::move(model));
}

}  // namespace cleave::solver
