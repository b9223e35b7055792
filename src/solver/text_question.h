// A question that is written down: a script of SMT-LIB2 with declarations and assertions, without check-sat. It is asked in a process of its
// own, which is ended when time is up.
#pragma once

#include <string>

#include "solver/solver.h"
#include "support/budget.h"

namespace cleave::solver {

Answer askText(const std::string& script, Seconds limit, const StopFlag* stop);

}  // namespace cleave::solver
