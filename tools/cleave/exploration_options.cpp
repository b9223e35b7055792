#include "exploration_options.h"

#include "driver/options.h"

namespace cleave::tools {

void ExplorationOptions::addTo(CLI::App& command) {
  command.add_option("--budget", budget_, "time per entry: 30s, 500ms, 2m")->capture_default_str();
  command.add_option("--max-partitions", maxPartitions_, "stop an entry after so many partitions (0: no limit)")->capture_default_str();
  command.add_option("--solver-timeout", solverTimeout_, "time per question to the solver")->capture_default_str();
  command.add_option("--max-steps", maxSteps_, "instructions per run; a longer run is unfinished")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  command.add_option("--seed", seed_, "of the random inputs; equal seeds give equal reports")->capture_default_str();
}

Expected<explore::Options> ExplorationOptions::options() const {
  explore::Options options;
  auto budget = driver::parseDuration(budget_);
  if (!budget) return Error{"--budget: " + budget.error().message};
  auto solverTimeout = driver::parseDuration(solverTimeout_);
  if (!solverTimeout) return Error{"--solver-timeout: " + solverTimeout.error().message};
  options.budget = *budget;
  options.solverTimeout = *solverTimeout;
  options.maxPartitions = maxPartitions_;
  options.limits.steps = maxSteps_;
  options.seed = seed_;
  return options;
}

}  // namespace cleave::tools
