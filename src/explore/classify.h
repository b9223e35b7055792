// The partition that a given input belongs to, without a walk: one run of both versions, and what may be claimed of it. For inputs that
// come from elsewhere: tests, paths, an input that the user asks about.
#pragma once

#include <optional>
#include <string>

#include "explore/workbench.h"

namespace cleave::explore {

struct Classified {
  PairRun run;
  Claim claim;
};

// None when a run did not finish: `why` tells. At path granularity the condition is that of both paths.
std::optional<Classified> classify(Workbench& bench, const expr::Assignment& input, std::string& why);

}  // namespace cleave::explore
