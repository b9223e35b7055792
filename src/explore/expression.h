// What an expression of the user's means for the cells: the condition under which its function, called with them, returns non-zero. All
// paths of the function are walked once; on a path that traps it does not hold.
#pragma once

#include <string>
#include <vector>

#include "expr/pool.h"
#include "program/program.h"
#include "support/budget.h"
#include "support/expected.h"
#include "vm/run.h"

namespace cleave::explore {

struct UserExpression {
  const program::Program& program;
  program::FunctionId function;
  std::vector<uint32_t> cellOfParameter;
  std::string words;  // for errors: "--assume 'n > 0'"
};

// Over the cells of the space, for those that the domain allows.
Expected<expr::ExprId> conditionOf(const UserExpression& expression, const vm::InputSpace& space, const std::vector<expr::ExprId>& domain,
                                   expr::ExprPool& pool, const StopFlag* stop);

}  // namespace cleave::explore
