// The Z3 back end.
//
// Z3 4.8.12 cannot be trusted with time: while it preprocesses or bit-blasts it may look at neither its time-out nor an interrupt, and it
// has been seen to need many seconds to free what an interrupted query left behind. So a query is solved in two ways:
//
//   light  few gates and nodes (see scan.h): here, with Z3's own count of steps as the limit (deterministic). Most queries end this way, in
//   about a
//          millisecond. Its longest stay is short because the circuit is small.
//   heavy  all others, and light ones that ran out of steps: in a forked copy of this process (worker.h) that is killed when time is up.
//
// Sums that bits are slow with are asked as integers in between (private/z3_linear.h), once a short try with bits has not ended.
//
// Translation happens on this side in all cases. Z3's errors become Z3Failure, and Unknown at the border; never an exception to the caller.
#include <cstring>
#include <optional>
#include <vector>

#include "solver/private/z3_linear.h"
#include "solver/private/z3_translation.h"
#include "solver/reasons.h"
#include "solver/scan.h"
#include "solver/worker.h"
#include "support/check.h"

namespace cleave::solver {

using expr::Assignment;
using expr::ExprId;
using expr::ExprPool;
using expr::Sort;
using expr::SymbolId;

namespace {

constexpr size_t kMostTranslated = 1'000'000;  // nodes kept; then the context is dropped (half a second) and built anew
constexpr unsigned kLightSteps = 250'000;     // of Z3's rlimit
constexpr unsigned kShortSteps = 20'000;      // where integers come next
constexpr unsigned kLinearSteps = 250'000;
constexpr size_t kLinearNodes = 1'000;
constexpr unsigned kLightMilliseconds = 900;  // a second net, for steps that take long
constexpr const char* kWorkerMegabytes = "6000";

U128 bitsOfNumeral(const Z3Context& z3, Z3_ast value) {
  uint64_t small = 0;
  if (Z3_get_ast_kind(z3.get(), value) != Z3_NUMERAL_AST) throw Z3Failure{"the model has a value that is no number"};
  if (Z3_get_numeral_uint64(z3.get(), value, &small)) return small;
  z3.failOnError();
  U128 result = 0;
  for (const char* digit = z3.checked(Z3_get_numeral_string(z3.get(), value)); *digit != '\0'; ++digit) {
    if (*digit < '0' || *digit > '9') throw Z3Failure{"the model has a number that is not plain decimal"};
    result = result * 10 + static_cast<unsigned>(*digit - '0');
  }
  return result;
}

U128 valueOf(Question& question, Translation& translation, SymbolId id, Sort sort) {
  Z3Context& z3 = translation.context();
  Z3_ast term = translation.symbolConstant(id);
  switch (sort.kind) {
    case expr::SortKind::Bool:
      return Z3_get_bool_value(z3.get(), question.value(term)) == Z3_L_TRUE;
    case expr::SortKind::Bits:
      return bitsOfNumeral(z3, question.value(term));
    case expr::SortKind::Float: {
      Z3_ast value = question.value(term);
      if (Z3_fpa_is_numeral_nan(z3.get(), value)) return canonicalNan(sort.width);
      return bitsOfNumeral(z3, question.value(z3.own(translation.patternOf(term, sort))));
    }
  }
  UNREACHABLE("a sort of no kind");
}

// What a worker sends back: the answer, then the reason or the values of the query's symbols.
std::string packed(const Solution& solution, const std::vector<SymbolId>& symbols) {
  std::string bytes(1, static_cast<char>(solution.answer));
  if (solution.answer == Answer::Unknown) bytes += solution.reason;
  if (solution.answer != Answer::Satisfiable) return bytes;
  for (SymbolId id : symbols) bytes.append(reinterpret_cast<const char*>(&solution.model[id.value]), sizeof(U128));
  return bytes;
}

Solution unpacked(const std::string& bytes, const ExprPool& pool, const std::vector<SymbolId>& symbols) {
  auto answer = static_cast<Answer>(bytes.at(0));
  if (answer == Answer::Unknown) return unknown(bytes.substr(1));
  if (answer == Answer::Unsatisfiable) return unsatisfiable();
  CHECK(bytes.size() == 1 + symbols.size() * sizeof(U128), "a worker's model has another size than asked for");
  Assignment model(pool.symbolCount(), 0);
  for (size_t i = 0; i < symbols.size(); ++i) memcpy(&model[symbols[i].value], bytes.data() + 1 + i * sizeof(U128), sizeof(U128));
  return satisfiable(std::move(model));
}

class Z3Solver : public Solver {
 public:
  Z3Solver(const ExprPool& pool, const StopFlag* stop) : pool_(pool), stop_(stop), scan_(pool) {}
  Solution solve(std::span<const ExprId> conjunction, Seconds limit) override;

 private:
  Solution solveTranslated(std::span<const ExprId> conjunction, const QueryShape& shape, const Budget& budget, Seconds limit);
  Solution solveHere(std::span<const ExprId> conjunction, const QueryShape& shape, unsigned steps);
  LinearTranslation& sums();
  Solution solveInWorker(std::span<const ExprId> conjunction, const QueryShape& shape, const Budget& budget, Seconds limit);
  Solution askOnce(Question& question, std::span<const ExprId> conjunction, const QueryShape& shape);
  Solution endOf(const Budget& budget, Seconds limit) const;
  Z3_solver lightSolver(const QueryShape& shape);
  Z3_solver heavySolver(const QueryShape& shape);

  const ExprPool& pool_;
  const StopFlag* stop_;
  QueryScan scan_;
  std::optional<Translation> translation_;
  std::optional<LinearTranslation> linear_;
};

Solution Z3Solver::endOf(const Budget& budget, Seconds limit) const {
  return unknown(budget.interrupted() ? stoppedReason() : timeOutReason(limit));
}

Solution Z3Solver::solve(std::span<const ExprId> conjunction, Seconds limit) {
  Budget budget(sensible(limit), stop_);
  if (budget.exhausted()) return endOf(budget, limit);
  try {
    if (translation_.has_value() && translation_->size() > kMostTranslated) translation_.reset();
    if (!translation_.has_value()) translation_.emplace(pool_);
    if (linear_.has_value() && linear_->size() > kMostTranslated) linear_.reset();
    if (!translation_->translate(conjunction, budget)) return endOf(budget, limit);
    return solveTranslated(conjunction, scan_.shapeOf(conjunction), budget, limit);
  } catch (const Z3Failure& failure) {
    translation_.reset();
    linear_.reset();
    return unknown("solver: " + failure.message);
  }
}

Solution Z3Solver::solveTranslated(std::span<const ExprId> conjunction, const QueryShape& shape, const Budget& budget, Seconds limit) {
  const bool light = shape.isLight();
  const bool maybeLinear = shape.nodes <= kLinearNodes && !shape.floatArithmetic;
  Solution solution;
  if (light) solution = solveHere(conjunction, shape, maybeLinear ? kShortSteps : kLightSteps);
  if (solution.answer != Answer::Unknown) return solution;
  if (maybeLinear) {
    if (sums().isWorthwhile(conjunction)) solution = sums().solve(conjunction, shape.symbols, kLinearSteps, kLightMilliseconds);
    if (solution.answer == Answer::Unknown && light) solution = solveHere(conjunction, shape, kLightSteps);
    if (solution.answer != Answer::Unknown) return solution;
  }
  if (budget.exhausted()) return endOf(budget, limit);
  return solveInWorker(conjunction, shape, budget, limit);
}

// A context of its own costs ten milliseconds, and most questions end before.
LinearTranslation& Z3Solver::sums() {
  if (!linear_.has_value()) linear_.emplace(pool_);
  return *linear_;
}

Solution Z3Solver::askOnce(Question& question, std::span<const ExprId> conjunction, const QueryShape& shape) {
  for (const ExprId literal : conjunction) question.require(translation_->translated(literal));
  switch (question.ask()) {
    case Answer::Satisfiable: {
      Assignment model(pool_.symbolCount(), 0);
      for (const SymbolId id : shape.symbols) model[id.value] = valueOf(question, *translation_, id, pool_.symbol(id).sort);
      return satisfiable(std::move(model));
    }
    case Answer::Unsatisfiable:
      return unsatisfiable();
    case Answer::Unknown:
      return unknown("solver: " + question.reasonUnknown());
  }
  UNREACHABLE("an answer of no kind");
}

// Measured on path-flip queries: the SMT core behind three cheap preprocessors is three to four times faster than bit-blasting for SAT,
// which pays off on hard arithmetic only, and on that of floats.
Z3_solver Z3Solver::lightSolver(const QueryShape& shape) {
  Z3_context context = translation_->context().get();
  if (shape.functions) return Z3_mk_simple_solver(context);
  return Z3_mk_solver_from_tactic(context, translation_->lightTactic(shape));
}

Z3_solver Z3Solver::heavySolver(const QueryShape& shape) {
  Z3_context context = translation_->context().get();
  if (shape.functions) return Z3_mk_simple_solver(context);
  return Z3_mk_solver_for_logic(context, Z3_mk_string_symbol(context, shape.floats ? "QF_BVFP" : "QF_BV"));
}

Solution Z3Solver::solveHere(std::span<const ExprId> conjunction, const QueryShape& shape, unsigned steps) {
  Question question(translation_->context(), lightSolver(shape));
  question.limit(steps, kLightMilliseconds);
  return askOnce(question, conjunction, shape);
}

Solution Z3Solver::solveInWorker(std::span<const ExprId> conjunction, const QueryShape& shape, const Budget& budget, Seconds limit) {
  auto work = [&]() noexcept {
    try {
      Z3_global_param_set("memory_max_size", kWorkerMegabytes);
      auto* question = new Question(translation_->context(), heavySolver(shape));  // never freed: that may take longer than the question
      return packed(askOnce(*question, conjunction, shape), shape.symbols);
    } catch (const Z3Failure& failure) {
      return packed(unknown("solver: " + failure.message), shape.symbols);
    }
  };
  WorkerResult result = runInWorker(work, budget);
  switch (result.end) {
    case WorkerResult::End::Finished:
      return unpacked(result.bytes, pool_, shape.symbols);
    case WorkerResult::End::TimedOut:
    case WorkerResult::End::Stopped:
      return endOf(budget, limit);
    case WorkerResult::End::Failed:
      return unknown("solver: " + result.failure);
  }
  UNREACHABLE("an end of no kind");
}

}  // namespace

std::unique_ptr<Solver> makeZ3Solver(const ExprPool& pool, const StopFlag* stop) { return std::make_unique<Z3Solver>(pool, stop); }

}  // namespace cleave::solver
