// A disjunction of conjunctions is made shorter without a change of its meaning, by questions to the solver:
//
//   a literal of a case goes if the rest of the case still implies the disjunction
//   a case goes if the others imply it
//   a <= b && b <= a is a == b
//
// So `p && q || p && !q` becomes `p`. What the solver does not decide in time stays as it is; every step keeps the meaning, so it may end
// at any time.
#include <algorithm>
#include <chrono>

#include "expr/print.h"
#include "require/predicate.h"

namespace cleave::require {
namespace {

using expr::ExprId;
using expr::ExprPool;
using Case = std::vector<ExprId>;

class Simplifier {
 public:
  Simplifier(ExprPool& pool, solver::Solver& solver, std::vector<Case>& cases, const Effort& effort)
      : pool_(pool),
        solver_(solver),
        cases_(cases),
        effort_(effort),
        end_(std::chrono::steady_clock::now() + toClock(effort.simplification)) {}

  void run() {
    splitDisjunctions();
    const ExprId outside = pool_.notOf(disjunction(pool_, cases_));
    for (Case& each : cases_) dropLiterals(each, outside);
    for (Case& each : cases_) joinBounds(each);
    for (Case& each : cases_)
      for (ExprId& literal : each)
        if (!isOver()) literal = shorter(literal);
    dropRepeats();
    for (size_t k = cases_.size(); k-- > 0 && cases_.size() > 1 && !isOver();) dropCase(k);  // to put the question takes long, too
  }

 private:
  static std::chrono::steady_clock::duration toClock(Seconds time) {
    return std::chrono::duration_cast<std::chrono::steady_clock::duration>(time);
  }
  bool isOver() const { return std::chrono::steady_clock::now() > end_; }

  bool isImpossible(const Case& question) {
    if (isOver()) return false;
    return solver_.solve(question, std::min(effort_.query, effort_.simplification / 8)).answer == solver::Answer::Unsatisfiable;
  }

  // a != x || b != y, as the last literal of a case, is two cases that are easier to read.
  void splitDisjunctions() {
    std::vector<Case> split;
    for (Case& each : cases_) {
      if (each.empty() || pool_.op(each.back()) != expr::Op::Or || split.size() > 50) {
        split.push_back(std::move(each));
        continue;
      }
      for (const ExprId part : pool_.operands(each.back())) {
        Case one(each.begin(), each.end() - 1);
        addLiterals(part, one);
        if (isImpossible(one)) continue;
        split.push_back(std::move(one));
      }
    }
    if (!split.empty()) cases_ = std::move(split);
  }

  void addLiterals(ExprId e, Case& one) {
    if (pool_.op(e) != expr::Op::And) return one.push_back(e);
    for (const ExprId part : pool_.operands(e)) addLiterals(part, one);
  }

  // What is long goes first.
  void dropLiterals(Case& one, ExprId outside) {
    for (size_t k = one.size(); k-- > 0 && !isOver();) {
      Case question;
      for (size_t i = 0; i < one.size(); ++i)
        if (i != k) question.push_back(one[i]);
      Case rest = question;
      question.push_back(outside);
      if (isImpossible(question)) one = std::move(rest);
    }
  }

  void joinBounds(Case& one) {
    const auto isOrder = [&](ExprId e) { return pool_.op(e) == expr::Op::SLe || pool_.op(e) == expr::Op::ULe; };
    for (ExprId& literal : one) {
      if (!isOrder(literal)) continue;
      const auto isOther = [&](ExprId e) {
        return pool_.op(e) == pool_.op(literal) && pool_.operand(e, 0) == pool_.operand(literal, 1) &&
               pool_.operand(e, 1) == pool_.operand(literal, 0);
      };
      const auto other = std::ranges::find_if(one, isOther);
      if (other == one.end() || *other == literal) continue;
      literal = *other = pool_.equal(pool_.operand(literal, 0), pool_.operand(literal, 1));
    }
    Case kept;
    for (const ExprId literal : one)
      if (std::ranges::find(kept, literal) == kept.end()) kept.push_back(literal);
    one = std::move(kept);
  }

  // v * 2 != v * 3 is v != 0.
  ExprId shorter(ExprId literal) {
    const std::vector<expr::SymbolId> symbols = pool_.symbolsOf(literal);
    if (symbols.size() > 2 || expr::toCText(pool_, literal).size() < 12) return literal;
    for (const expr::SymbolId symbol : symbols) {
      const ExprId value = pool_.symbolExpr(symbol);
      if (!pool_.sort(value).isBits()) continue;
      const ExprId isZero = pool_.equal(value, pool_.bits(pool_.sort(value).width, 0));
      for (const ExprId candidate : {pool_.notOf(isZero), isZero})
        if (isImpossible({literal, pool_.notOf(candidate)}) && isImpossible({candidate, pool_.notOf(literal)})) return candidate;
    }
    return literal;
  }

  void dropRepeats() {
    for (Case& each : cases_) std::ranges::sort(each);
    std::vector<Case> kept;
    for (Case& each : cases_)
      if (std::ranges::find(kept, each) == kept.end()) kept.push_back(std::move(each));
    cases_ = std::move(kept);
  }

  void dropCase(size_t k) {
    std::vector<Case> others;
    for (size_t i = 0; i < cases_.size(); ++i)
      if (i != k) others.push_back(cases_[i]);
    Case question = cases_[k];
    question.push_back(pool_.notOf(disjunction(pool_, others)));
    if (isImpossible(question)) cases_ = std::move(others);
  }

  ExprPool& pool_;
  solver::Solver& solver_;
  std::vector<Case>& cases_;
  const Effort& effort_;
  std::chrono::steady_clock::time_point end_;
};

}  // namespace

void simplify(ExprPool& pool, solver::Solver& solver, std::vector<Case>& cases, const Effort& effort) {
  if (!cases.empty()) Simplifier(pool, solver, cases, effort).run();
}

}  // namespace cleave::require
