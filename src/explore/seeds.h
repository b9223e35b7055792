// Inputs that are known from elsewhere: those of an exploration that was cut short.
#pragma once

#include <optional>

#include "explore/options.h"
#include "expr/pool.h"
#include "vm/run.h"

namespace cleave::explore {

// None: it names a cell that there is not, or a value that does not fit.
std::optional<expr::Assignment> inputOf(const SeedInput& seed, const vm::InputSpace& space, size_t symbolCount);

}  // namespace cleave::explore
