// Evaluates expressions under an assignment. An Evaluator remembers the values of shared nodes, so that a path condition of n literals
// costs its distinct nodes once; make a new one, or call reset, for another assignment. This is the judge of every model a solver returns.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <vector>

#include "expr/pool.h"

namespace cleave::expr {

class Evaluator {
 public:
  // The assignment is looked at for as long as values are asked for.
  Evaluator(const ExprPool& pool, const Assignment& assignment);
  Evaluator(const ExprPool& pool, Assignment&& assignment) = delete;

  void reset(const Assignment& assignment);
  void reset(Assignment&& assignment) = delete;
  U128 value(ExprId e);  // Bool: 0 or 1; Float: its IEEE pattern, NaN canonical. CHECKs that no Apply is needed.
  bool holds(ExprId e) { return value(e) != 0; }

 private:
  // Values live in pages made on demand: a small expression at the end of a large pool costs only itself.
  static constexpr size_t kPage = 256;
  struct Page {
    std::array<U128, kPage> values;
    std::array<uint32_t, kPage> stamps{};  // the value counts when its stamp is the epoch
  };

  bool known(ExprId e) const;
  U128 valueOf(ExprId e) const { return pages_[e.value / kPage]->values[e.value % kPage]; }
  void remember(ExprId e, U128 value);
  bool need(ExprId e);     // queues e unless its value is known
  bool step(ExprId e);     // computes e, or queues what it needs first
  U128 compute(ExprId e);  // all operands are known
  U128 symbolValue(ExprId e) const;

  const ExprPool& pool_;
  const Assignment* assignment_;
  std::vector<std::unique_ptr<Page>> pages_;
  uint32_t epoch_ = 1;
  std::vector<ExprId> work_;
  std::vector<U128> operands_;
};

U128 evaluate(const ExprPool& pool, ExprId e, const Assignment& assignment);

// One operation on constants, shared by the evaluator and the rewriter's constant folding. Floats are computed by this machine's IEEE
// arithmetic. `operand` is the sort of the first operand. Where the meaning is open (see foldIsDetermined) the result is 0, or the
// canonical NaN's pattern for FToBits.
U128 foldOperation(Op op, Sort result, Sort operand, std::span<const U128> operands, unsigned extractLow);

// False where op.h gives the operation no meaning and a solver may choose any value: FToS and FToU out of range, FToBits of NaN.
// The rewriter must not fold these: it would decide what the solver leaves open.
bool foldIsDetermined(Op op, Sort result, Sort operand, std::span<const U128> operands);

}  // namespace cleave::expr
