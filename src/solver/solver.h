// Solver: is this conjunction satisfiable, within this limit; if so, by which assignment? A time-out or a refusal of the back end is an
// answer (Unknown, with a reason), never an exception. A chain of small decorators, each a Solver itself, ends in a back end (see
// stages.h).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "expr/pool.h"
#include "support/budget.h"

namespace cleave::solver {

enum class Answer { Satisfiable, Unsatisfiable, Unknown };

struct Solution {
  Answer answer = Answer::Unknown;
  expr::Assignment model;  // when satisfiable: a value for every symbol of the pool; symbols that do not matter are zero
  std::string reason;      // when unknown
};

struct SolverStatistics {
  uint64_t queries = 0;         // asked of the chain
  uint64_t backendQueries = 0;  // that reached the back end
  uint64_t cacheHits = 0;
  uint64_t modelHits = 0;  // answered by a recent model
  uint64_t unknown = 0;
  Seconds time{0};  // in the back end
};

class Solver {
 public:
  virtual ~Solver() = default;

  // `limit` bounds this query; the stop flag of the budget that owns the limit interrupts it.
  virtual Solution solve(std::span<const expr::ExprId> conjunction, Seconds limit) = 0;
};

// The chain of the design: simplify, independence, recent models, cache, Z3. Every model is evaluated on the original conjunction before it
// is believed; one that does not satisfy it is Unknown with the reason "the solver's model does not hold". `pool` and `stop` must outlive
// the chain.
class SolverChain : public Solver {
 public:
  SolverChain(expr::ExprPool& pool, const StopFlag* stop);
  ~SolverChain() override;
  Solution solve(std::span<const expr::ExprId> conjunction, Seconds limit) override;
  const SolverStatistics& statistics() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

// The Z3 back end alone, for tests and for asking without a cache.
std::unique_ptr<Solver> makeZ3Solver(const expr::ExprPool& pool, const StopFlag* stop);

}  // namespace cleave::solver
