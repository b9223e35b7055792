// Whether what the user wants to observe, or to ignore, is something that the entries could show.
#pragma once

#include <vector>

#include "driver/entries.h"
#include "program/program.h"
#include "result/criterion.h"
#include "support/expected.h"

namespace cleave::driver {

// An error names the first word that is nothing of the kind.
Status checkCriterion(const result::Criterion& criterion, const program::Program& before, const program::Program& after,
                      const std::vector<EntryPair>& entries);

}  // namespace cleave::driver
