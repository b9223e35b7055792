// An assumption: which inputs the user wants to know about.
#pragma once

#include <string>

#include "explore/entry.h"
#include "support/budget.h"
#include "support/expected.h"

namespace cleave::explore {

// Adds the condition to the entry's domain, and the words to its assumptions. `function` takes the cells of after. An error when nothing
// satisfies it, or when it cannot be worked out.
Status assume(Entry& entry, const program::Program& program, program::FunctionId function, const std::string& words, expr::ExprPool& pool,
              const StopFlag* stop);

}  // namespace cleave::explore
