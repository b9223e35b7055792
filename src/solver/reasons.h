// The words in which an Unknown tells its reason. One place, so that every stage says the same thing the same way.
#pragma once

#include <string>

#include "solver/solver.h"

namespace cleave::solver {

Solution unknown(std::string reason);
Solution unsatisfiable();
Solution satisfiable(expr::Assignment model);

std::string timeOutReason(Seconds limit);  // "solver time-out after 2.0 s"
std::string stoppedReason();               // "stopped"

// Limits are doubles and may be huge; a clock's time point is not. This one can be added to now.
Seconds sensible(Seconds limit);

}  // namespace cleave::solver
