// Evaluates expressions under an assignment. An Evaluator remembers the values of shared nodes, so that a path condition of n literals costs
// its distinct nodes once; make a new one, or call reset, for another assignment. This is the judge of every model a solver returns.
#pragma once

#include <vector>

#include "expr/pool.h"

namespace cleave::expr {

class Evaluator {
 public:
  Evaluator(const ExprPool& pool, const Assignment& assignment);

  void reset(const Assignment& assignment);
  U128 value(ExprId e);  // Bool: 0 or 1; Float: its IEEE pattern, NaN canonical. CHECKs that e holds no Apply.
  bool holds(ExprId e) { return value(e) != 0; }

 private:
  U128 compute(ExprId e);  // the operands' values are known

  const ExprPool& pool_;
  const Assignment* assignment_;
  std::vector<U128> values_;
  std::vector<uint32_t> stamp_;
  uint32_t epoch_ = 1;
  std::vector<ExprId> work_;
};

U128 evaluate(const ExprPool& pool, ExprId e, const Assignment& assignment);

// One operation on constants, shared by the evaluator and the rewriter's constant folding. Floats are computed by this machine's IEEE arithmetic.
U128 foldOperation(Op op, Sort result, Sort operand, std::span<const U128> operands, unsigned extractLow);

}  // namespace cleave::expr
