// The options that bound and shape an exploration: shared by the commands.
#pragma once

#include <string>

#include "explore/explore.h"
#include "support/expected.h"

#include <CLI/CLI.hpp>

namespace cleave::tools {

class ExplorationOptions {
 public:
  void addTo(CLI::App& command);
  Expected<explore::Options> options() const;

 private:
  std::string budget_ = "60s";
  std::string solverTimeout_ = "5s";
  uint64_t maxPartitions_ = 0;
  uint64_t maxSteps_ = 5'000'000;
  uint64_t seed_ = 1;
};

}  // namespace cleave::tools
