// Splits literals that are conjunctions (and negated disjunctions), so that the later stages see the smallest parts: smaller groups, more
// hits. Drops bounds that tighter ones imply. The order of the literals stays; recent_models.cpp looks at the last one first.
#include <unordered_set>

#include "solver/bounds.h"
#include "solver/reasons.h"
#include "solver/stages.h"

namespace cleave::solver {

namespace {

using expr::ExprId;
using expr::Op;

class Simplifier : public Solver {
 public:
  Simplifier(expr::ExprPool& pool, std::unique_ptr<Solver> next) : pool_(pool), next_(std::move(next)) {}

  Solution solve(std::span<const ExprId> conjunction, Seconds limit) override {
    std::vector<ExprId> literals;
    if (!collect(conjunction, literals)) return unsatisfiable();
    if (!keepTightestBounds(pool_, literals)) return unsatisfiable();
    if (literals.empty()) return satisfiable(expr::Assignment(pool_.symbolCount(), 0));
    return next_->solve(literals, limit);
  }

 private:
  // The distinct parts of the conjunction; false when they contradict each other openly. A shared part is visited once.
  bool collect(std::span<const ExprId> conjunction, std::vector<ExprId>& literals) {
    std::unordered_set<uint32_t> seen;
    std::vector<ExprId> work(conjunction.rbegin(), conjunction.rend());
    while (!work.empty()) {
      ExprId e = work.back();
      work.pop_back();
      if (pool_.isFalse(e)) return false;
      if (pool_.isTrue(e) || !seen.insert(e.value).second) continue;
      if (!split(e, work)) literals.push_back(e);
    }
    for (ExprId literal : literals) {
      if (pool_.op(literal) == Op::Not && seen.contains(pool_.operand(literal, 0).value)) return false;
    }
    return true;
  }

  bool split(ExprId e, std::vector<ExprId>& work) {
    if (pool_.op(e) == Op::And) {
      work.push_back(pool_.operand(e, 1));
      work.push_back(pool_.operand(e, 0));
      return true;
    }
    if (pool_.op(e) != Op::Not) return false;
    ExprId inner = pool_.operand(e, 0);
    if (pool_.op(inner) != Op::Or && pool_.op(inner) != Op::Not) return false;
    std::vector<ExprId> operands(pool_.operands(inner).begin(), pool_.operands(inner).end());  // notOf may move the pool's memory
    if (pool_.op(inner) == Op::Not) {
      work.push_back(operands[0]);
      return true;
    }
    work.push_back(pool_.notOf(operands[1]));
    work.push_back(pool_.notOf(operands[0]));
    return true;
  }

  expr::ExprPool& pool_;
  std::unique_ptr<Solver> next_;
};

}  // namespace

std::unique_ptr<Solver> makeSimplifier(expr::ExprPool& pool, std::unique_ptr<Solver> next) {
  return std::make_unique<Simplifier>(pool, std::move(next));
}

}  // namespace cleave::solver
