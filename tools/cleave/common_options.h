// What all commands that explore take: inputs, observations, limits.
#pragma once

#include "criterion_options.h"
#include "driver/options.h"
#include "exploration_options.h"
#include "inputs_options.h"
#include "support/expected.h"

#include <CLI/CLI.hpp>

namespace cleave::tools {

class CommonOptions {
 public:
  void addTo(CLI::App& command, const char* observe = "--observe");
  // Fills in all but what is compared and how it is walked.
  Status read(const char* argv0, driver::Options& options) const;

 private:
  InputsOptions inputs_;
  CriterionOptions criterion_;
  ExplorationOptions exploration_;
};

}  // namespace cleave::tools
