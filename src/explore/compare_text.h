// Compares the text that two runs wrote to one channel. Numbers that depend on the input stand in the text as whole items, not as digits. Calls of the environment have
// their places in it: whoever is called may have to wait for the text, or be seen before it.
#pragma once

#include <vector>

#include "expr/pool.h"
#include "vm/observation.h"

namespace cleave::explore {

struct TextComparison {
  bool equal = false;                    // of the concrete texts
  bool sameShape = false;                // item by item comparable: equalities decide
  std::vector<expr::ExprId> fixes;       // needed on top for the answer to stay the same (numbers fixed to what they were)
  std::vector<expr::ExprId> equalities;  // when sameShape: the texts are equal exactly when all of these hold (given the fixes)
};

TextComparison compareText(expr::ExprPool& pool, const std::vector<vm::OutputItem>& before, const std::vector<vm::OutputItem>& after);

}  // namespace cleave::explore
