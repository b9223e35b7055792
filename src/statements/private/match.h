// Which statements of two versions of a function correspond: those that say the same, in order, and between them those of one kind that
// define the same thing. The rest was added or taken away.
#pragma once

#include <vector>

#include "statements/private/function_statements.h"
#include "support/both.h"

namespace cleave::statements {

struct StatementMatch {
  static constexpr uint32_t kNone = FunctionStatements::kNone;
  Both<std::vector<uint32_t>> partner;  // by statement; kNone: it has none
  Both<std::vector<bool>> isChanged;    // it has no partner, or one that says something else
};

StatementMatch matchStatements(const FunctionStatements& before, const FunctionStatements& after);

}  // namespace cleave::statements
