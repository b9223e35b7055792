// An input as people write it: name=value words with C literals.
#pragma once

#include <string>
#include <vector>

#include "expr/pool.h"
#include "support/expected.h"
#include "vm/run.h"

namespace cleave::driver {

// Cells that are not named are zero.
Expected<expr::Assignment> parseInput(const vm::InputSpace& plan, const std::vector<std::string>& words, size_t symbolCount);

}  // namespace cleave::driver
