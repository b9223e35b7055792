// A short condition for a group of partitions: one that holds on every member and on no input of another partition. Candidates are tried on
// inputs that are known, the solver tells whether what is left is so for all inputs, and an input that it finds instead joins the known
// ones. What is called exact is proved both ways. Where there is no such condition, what all members have in common may still be told: each
// conjunct of it is proved to hold on all of them, or stands in the condition of each.
//
// Exact is relative to the partitions: of inputs in none of them nothing is known, and `isComplete` says that there are none.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "groups/candidates.h"
#include "groups/part.h"
#include "solver/solver.h"
#include "support/budget.h"

namespace cleave::groups {

// All partitions, and which of them are in the group.
struct Split {
  std::span<const Part> parts;
  std::vector<size_t> members;  // ascending
  bool isComplete = false;      // every input is in some part
};

enum class Proof { Proved, Refuted, Open };

// What has no answer where a condition is exact.
struct Refuted {
  expr::ExprId without;  // an input of the group that does not satisfy it
  expr::ExprId beyond;   // an input that satisfies it, outside of the group (among the parts, where these do not hold every input)
};

// The two halves of "exact".
class Judge {
 public:
  Judge(expr::ExprPool& pool, solver::Solver& solver, const Split& split);

  // Each member of the group satisfies the condition.
  Proof isNecessary(expr::ExprId condition, Seconds limit);
  // Nothing outside the group does.
  Proof isSufficient(expr::ExprId condition, Seconds limit);
  Refuted refutedBy(expr::ExprId condition);  // the questions themselves
  const expr::Assignment& counterexample() const { return counterexample_; }  // to what was refuted last

 private:
  Proof ask(std::vector<expr::ExprId> question, Seconds limit);

  expr::ExprPool& pool_;
  solver::Solver& solver_;
  expr::ExprId inside_;   // the group
  expr::ExprId outside_;  // what the condition must not hold on
  expr::Assignment counterexample_;
};

struct Description {
  std::vector<expr::ExprId> conjuncts;
  std::string text;  // empty: nothing can be said
  bool isExact = false;
};

struct DescribeOptions {
  size_t mostConjuncts = 5;
  size_t mostQuestions = 60;  // to the solver, for one group
  Seconds limitOfQuestion{0.25};
};

Description describe(expr::ExprPool& pool, solver::Solver& solver, std::span<const Cell> cells, const Split& split,
                     std::span<const Candidate> candidates, const Budget& budget, const DescribeOptions& options = {});

}  // namespace cleave::groups
