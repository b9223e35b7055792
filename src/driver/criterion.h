// Whether what the user wants to observe, or to ignore, is something that the entries could show.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "driver/entries.h"
#include "program/program.h"
#include "result/criterion.h"
#include "support/expected.h"

namespace cleave::driver {

// An error names the first word that is nothing of the kind.
Status checkCriterion(const result::Criterion& criterion, const program::Program& before, const program::Program& after,
                      const std::vector<EntryPair>& entries);

// Where two pointers may lead to one object, it counts if it counts for either of them.
result::Criterion withAliases(result::Criterion criterion, const std::vector<std::pair<std::string, std::string>>& aliases);

}  // namespace cleave::driver
