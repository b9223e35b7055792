// The stages of the solver chain. Each is a Solver that answers what it can and asks the next one for the rest; each lies in the file of
// its name. SolverChain (chain.cpp) puts them together. References given here must outlive the stage.
#pragma once

#include <memory>

#include "expr/pool.h"
#include "solver/scan.h"
#include "solver/solver.h"

namespace cleave::solver {

// validate.cpp: evaluates every model on the conjunction as it was asked. A model that does not hold becomes Unknown.
std::unique_ptr<Solver> makeValidator(const expr::ExprPool& pool, FunctionFinder& functions, std::unique_ptr<Solver> next);

// simplify.cpp: splits conjunctions, drops what is true, said twice or said better elsewhere; answers when a literal is false or stands
// beside its negation, or bounds exclude each other.
std::unique_ptr<Solver> makeSimplifier(expr::ExprPool& pool, std::unique_ptr<Solver> next);

// independence.cpp: literals that share no symbol, not even by way of others, are questions of their own.
std::unique_ptr<Solver> makeIndependence(expr::ExprPool& pool, FunctionFinder& functions, std::unique_ptr<Solver> next);

// recent_models.cpp: tries the models of the last questions.
std::unique_ptr<Solver> makeRecentModels(expr::ExprPool& pool, FunctionFinder& functions, SolverStatistics& statistics,
                                         std::unique_ptr<Solver> next);

// cache.cpp: remembers answers by the set of literals.
std::unique_ptr<Solver> makeCache(SolverStatistics& statistics, std::unique_ptr<Solver> next);

// meter.cpp: counts and times what reaches the back end.
std::unique_ptr<Solver> makeMeter(SolverStatistics& statistics, std::unique_ptr<Solver> next);

}  // namespace cleave::solver
