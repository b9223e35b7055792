// Rows of a signature of a partial function, as rows of a statement.
#pragma once

#include "explore/signature.h"
#include "require/rows.h"

namespace cleave::driver {

// `number` is that of the marks (statements::Affected). `hasText`: what was printed counts, too.
require::Rows rowsOf(const explore::WholeSignature& whole, const expr::ExprPool& pool, uint32_t number, bool hasText);

}  // namespace cleave::driver
