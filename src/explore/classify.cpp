#include "explore/classify.h"

namespace cleave::explore {

std::optional<Classified> classify(Workbench& bench, const expr::Assignment& input, std::string& why) {
  Classified result{bench.run(input), {}};
  if (!result.run.finished()) {
    const vm::Outcome& outcome = result.run.stopped();
    why = outcome.reason + (outcome.place.empty() ? "" : " at " + outcome.place);
    return std::nullopt;
  }
  result.claim = bench.claimOf(result.run, bench.limit(1));
  return result;
}

}  // namespace cleave::explore
