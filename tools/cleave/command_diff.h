// `cleave diff`.
#pragma once

#include <string>
#include <vector>

#include "common_options.h"
#include "driver/diff.h"
#include "sources_options.h"
#include "support/budget.h"

#include <CLI/CLI.hpp>

namespace cleave::tools {

class DiffCommand {
 public:
  explicit DiffCommand(CLI::App& app);
  bool chosen() const { return command_->parsed(); }
  int run(const char* argv0, const StopFlag* stop);

 private:
  Expected<driver::DiffOptions> options(const char* argv0) const;

  CLI::App* command_;
  SourcesOptions sources_;
  CommonOptions common_;
  std::vector<std::string> entries_;
  std::string strategy_ = "prv";
  std::string output_ = "cleave.out";
  bool json_ = false;
  bool noNative_ = false;
  bool noProgress_ = false;
  bool all_ = false;
  std::string granularity_ = "differential";
  std::vector<std::string> withoutRules_;
  bool noOptimizerProof_ = false;
  bool exploreUnchanged_ = false;
};

}  // namespace cleave::tools
