// The predicates of testing requirements: from the rows of both versions to the states, just before the change, from which
//   DifferentStates   both versions come to the statement, and it leaves other values behind;
//   OnlyAfter         after comes to the statement and before does not;
//   OnlyBefore        before comes to it and after does not.
// A predicate is a disjunction of cases, one for each pair of rows that can meet.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "expr/pool.h"
#include "require/rows.h"
#include "solver/solver.h"
#include "support/both.h"

namespace cleave::require {

using Case = std::vector<expr::ExprId>;  // a conjunction

enum class Kind { DifferentStates, OnlyAfter, OnlyBefore };
inline constexpr Kind kKinds[] = {Kind::DifferentStates, Kind::OnlyAfter, Kind::OnlyBefore};

struct Predicate {
  std::vector<std::vector<expr::ExprId>> cases;  // conjunctions; none: nothing satisfies it
  expr::ExprId whole;                            // their disjunction, as it was before it was simplified
  bool isExhaustive = false;                     // no further states satisfy it, within the bound on loops
  bool isBounded = false;                        // some run was cut at that bound
  std::optional<expr::Assignment> model;         // a state that does
  std::string unknown;                           // why it is not known whether any does, where there is no model
};

// How much may be spent on it.
struct Effort {
  Seconds query{1};          // for a question
  Seconds cases{20};         // for all questions whether a case can be; what is not asked any more stays
  Seconds simplification{5};  // for all questions that only make it shorter
  size_t mostCases = 2000;
};

// `solver` asks within the states that there are. Pairs of rows that one of the `known` states is in are made first, and nobody is asked about them.
Predicate makePredicate(expr::ExprPool& pool, solver::Solver& solver, Kind kind, const Both<Rows>& rows, const Effort& effort,
                        const std::vector<expr::Assignment>& known = {});

// Shorter cases with the same disjunction: literals that are not needed go, and cases that others cover.
void simplify(expr::ExprPool& pool, solver::Solver& solver, std::vector<std::vector<expr::ExprId>>& cases, const Effort& effort);

// "i > 5 && b != 0", "(i > 5 && b != 0) || i == 3"; "false" without cases.
std::string textOf(expr::ExprPool& pool, const std::vector<std::vector<expr::ExprId>>& cases);

// For people: the shortest cases, up to so many bytes or one, and how many others there are: "x == 5 || (y > 3 && x < 0) || 12 other cases".
// `textOfCase`: how a single one is said.
std::string shortTextOf(const std::vector<Case>& cases, size_t most, const std::function<std::string(const Case&)>& textOfCase);

expr::ExprId disjunction(expr::ExprPool& pool, const std::vector<std::vector<expr::ExprId>>& cases);

}  // namespace cleave::require
