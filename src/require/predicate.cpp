#include "require/predicate.h"

#include <algorithm>
#include <map>

#include "expr/evaluate.h"
#include "expr/linear.h"
#include "expr/print.h"
#include "support/check.h"
#include "support/text.h"

namespace cleave::require {
namespace {

using expr::ExprId;
using expr::ExprPool;

// Of a truth value as a number.
std::optional<ExprId> conditionOf(const ExprPool& pool, ExprId e) {
  if (pool.op(e) != expr::Op::Ite || !pool.isConstant(pool.operand(e, 1)) || !pool.isConstant(pool.operand(e, 2))) return std::nullopt;
  if (pool.constantBits(pool.operand(e, 1)) != 1 || pool.constantBits(pool.operand(e, 2)) != 0) return std::nullopt;
  return pool.operand(e, 0);
}

// The shorter of two ways to say that two numbers differ; of truth values, which of them is true.
ExprId different(ExprPool& pool, ExprId a, ExprId b) {
  const std::optional<ExprId> p = conditionOf(pool, a), q = conditionOf(pool, b);
  if (p && q) return pool.orOf(pool.andOf(*p, pool.notOf(*q)), pool.andOf(pool.notOf(*p), *q));
  const ExprId plain = pool.notOf(expr::equalValues(pool, a, b));
  if (pool.isConstant(plain) || !pool.sort(a).isBits()) return plain;
  const ExprId difference = pool.binary(expr::Op::Sub, b, a);
  const ExprId other = pool.notOf(pool.equal(difference, pool.bits(pool.sort(a).width, 0)));
  return expr::toCText(pool, other).size() < expr::toCText(pool, plain).size() ? other : plain;
}

class Maker {
 public:
  Maker(ExprPool& pool, solver::Solver& solver, Kind kind, const Effort& effort) : pool_(pool), solver_(solver), kind_(kind), effort_(effort), budget_(effort.cases, nullptr) {}

  Predicate run(const Both<Rows>& rows, const std::vector<expr::Assignment>& known) {
    predicate_.isExhaustive = rows.before.isExhaustive && rows.after.isExhaustive;
    std::map<std::pair<size_t, size_t>, const expr::Assignment*> met;
    for (const expr::Assignment& state : known) {
      expr::Evaluator evaluator(pool_, state);
      const std::optional<size_t> before = rowOf(rows.before, evaluator), after = rowOf(rows.after, evaluator);
      if (before && after) met.try_emplace({*before, *after}, &state);
    }
    for (const auto& [pair, state] : met) meet(rows.before.all[pair.first], rows.after.all[pair.second], state);
    for (size_t b = 0; b < rows.before.all.size() && !budget_.exhausted(); ++b)
      for (size_t a = 0; a < rows.after.all.size() && !budget_.exhausted(); ++a)
        if (!met.contains({b, a})) meet(rows.before.all[b], rows.after.all[a], nullptr);
    if (budget_.exhausted()) predicate_.isExhaustive = false;
    predicate_.whole = disjunction(pool_, predicate_.cases);
    return std::move(predicate_);
  }

 private:
  static std::optional<size_t> rowOf(const Rows& rows, expr::Evaluator& evaluator) {
    for (size_t k = 0; k < rows.all.size(); ++k)
      if (std::ranges::all_of(rows.all[k].condition, [&](ExprId literal) { return evaluator.holds(literal); })) return k;
    return std::nullopt;
  }

  // `state`: one in which they meet; null: nobody knows of any.
  void meet(const Row& before, const Row& after, const expr::Assignment* state) {
    if (!before.isFinished || !after.isFinished || !before.isDefined) return leaveOpen(before, after);
    predicate_.isBounded = predicate_.isBounded || before.isCut || after.isCut;
    std::optional<ExprId> wanted = wants(before, after);
    if (!wanted || pool_.isFalse(*wanted)) return;
    if (predicate_.cases.size() >= effort_.mostCases) {
      predicate_.isExhaustive = false;
      return;
    }
    Case found;
    for (const std::vector<ExprId>* condition : {&before.condition, &after.condition})
      for (const ExprId literal : *condition)
        if (std::ranges::find(found, literal) == found.end()) found.push_back(literal);
    if (!pool_.isTrue(*wanted)) found.push_back(*wanted);
    if (std::ranges::any_of(found, [&](ExprId literal) { return pool_.isFalse(literal); })) return;
    if (state != nullptr && expr::Evaluator(pool_, *state).holds(*wanted)) {
      if (!predicate_.model) predicate_.model = *state;
      predicate_.cases.push_back(std::move(found));
      return;
    }
    const solver::Solution solution = solver_.solve(found, std::min(effort_.query, std::max(budget_.left(), Seconds(0.01))));
    if (solution.answer == solver::Answer::Unsatisfiable) return;
    if (solution.answer == solver::Answer::Satisfiable && !predicate_.model) predicate_.model = solution.model;
    if (solution.answer == solver::Answer::Unknown) predicate_.unknown = solution.reason;
    predicate_.cases.push_back(std::move(found));
  }

  // Of such states nothing is known; a state without a meaning in before is nobody's requirement.
  void leaveOpen(const Row& before, const Row& after) {
    if (!before.isFinished || !after.isFinished) predicate_.isExhaustive = false;
  }

  // What else must hold where the rows meet; nothing: they do not make the requirement.
  std::optional<ExprId> wants(const Row& before, const Row& after) {
    switch (kind_) {
      case Kind::DifferentStates:
        return before.reaches() && after.reaches() ? std::optional(differs(before, after)) : std::nullopt;
      case Kind::OnlyAfter:
        return onlyOne(after, before);
      case Kind::OnlyBefore:
        return onlyOne(before, after);
    }
    UNREACHABLE("kind of requirement");
  }

  // A run that was cut might have come there.
  std::optional<ExprId> onlyOne(const Row& reaching, const Row& other) {
    if (!reaching.reaches() || other.reaches() || other.isCut) return std::nullopt;
    return pool_.boolean(true);
  }

  ExprId differs(const Row& before, const Row& after) {
    const bool isCut = before.isCut || after.isCut;
    if (!isCut && (before.done != after.done || before.begun != after.begun)) return pool_.boolean(true);
    ExprId any = pool_.boolean(false);
    for (const auto& [name, value] : before.values) {
      const auto other = after.values.find(name);
      if (other == after.values.end()) continue;  // done once more than in the other
      any = pool_.orOf(any, differ(value, other->second));
    }
    return any;
  }

  ExprId differ(const Value& before, const Value& after) {
    if (before.isUndefined || after.isUndefined) {
      predicate_.isExhaustive = false;
      return pool_.boolean(false);
    }
    if (before.form != after.form) return pool_.boolean(true);
    if (!before.expr.valid() || !after.expr.valid()) return pool_.boolean(before.expr.valid() != after.expr.valid());
    if (pool_.sort(before.expr) != pool_.sort(after.expr)) return pool_.boolean(true);
    return different(pool_, before.expr, after.expr);
  }

  ExprPool& pool_;
  solver::Solver& solver_;
  Kind kind_;
  const Effort& effort_;
  Budget budget_;
  Predicate predicate_;
};

}  // namespace

ExprId disjunction(ExprPool& pool, const std::vector<Case>& cases) {
  ExprId any = pool.boolean(false);
  for (const Case& each : cases) any = pool.orOf(any, pool.conjunction(each));
  return any;
}

Predicate makePredicate(ExprPool& pool, solver::Solver& solver, Kind kind, const Both<Rows>& rows, const Effort& effort,
                        const std::vector<expr::Assignment>& known) {
  Predicate predicate = Maker(pool, solver, kind, effort).run(rows, known);
  simplify(pool, solver, predicate.cases, effort);
  return predicate;
}

namespace {

// Of each case, in parentheses where it has several literals and is not alone.
std::vector<std::string> caseTexts(const std::vector<Case>& cases, const std::function<std::string(const Case&)>& textOfCase) {
  std::vector<std::string> texts;
  for (const Case& each : cases) {
    const std::string one = textOfCase(each);
    const bool isPlain = cases.size() == 1 || (one.find("&&") == std::string::npos && one.find("||") == std::string::npos);
    texts.push_back(isPlain ? one : "(" + one + ")");
  }
  return texts;
}

}  // namespace

std::string textOf(ExprPool& pool, const std::vector<Case>& cases) {
  if (cases.empty()) return "false";
  return join(caseTexts(cases, [&](const Case& each) { return expr::conditionText(pool, each); }), " || ");
}

std::string shortTextOf(const std::vector<Case>& cases, size_t most, const std::function<std::string(const Case&)>& textOfCase) {
  std::vector<std::string> texts = caseTexts(cases, textOfCase);
  const std::string whole = cases.empty() ? "false" : join(texts, " || ");
  if (whole.size() <= most || texts.size() < 2) return whole;
  std::ranges::stable_sort(texts, {}, &std::string::size);
  size_t shown = 1, bytes = texts.front().size();
  while (shown < texts.size() && bytes + texts[shown].size() <= most) bytes += texts[shown++].size();
  const size_t others = texts.size() - shown;
  texts.resize(shown);
  std::string text = join(texts, " || ");
  if (others != 0) text += " || " + std::to_string(others) + (others == 1 ? " other case" : " other cases");
  return text;
}

}  // namespace cleave::require
