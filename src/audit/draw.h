// Draws members of a partition: inputs that satisfy its condition, as various as can be had. Nothing here judges them.
#pragma once

#include <string>
#include <vector>

#include "audit/solver_process.h"
#include "audit/space.h"
#include "support/random.h"

namespace cleave::audit {

struct Members {
  std::vector<Values> inputs;  // all different
  bool all = false;            // there are no others
  std::string problem;         // why there are fewer than wanted although there may be others; or empty
};

// An Error only when the solver cannot be run. `near`: an input that is a member, or close to some.
Expected<Members> drawMembers(const SolverProcess& solver, const std::vector<result::Input>& inputs, const std::string& condition,
                              size_t wanted, Random& random, const Values& near = {});

}  // namespace cleave::audit
