// `cleave explain`.
#pragma once

#include <string>
#include <vector>

#include "common_options.h"
#include "driver/explain.h"
#include "sources_options.h"
#include "support/budget.h"

#include <CLI/CLI.hpp>

namespace cleave::tools {

class ExplainCommand {
 public:
  explicit ExplainCommand(CLI::App& app);
  bool chosen() const { return command_->parsed(); }
  int run(const char* argv0, const StopFlag* stop);

 private:
  Expected<driver::ExplainOptions> options(const char* argv0) const;
  Expected<driver::TestInput> test() const;

  CLI::App* command_;
  SourcesOptions sources_;
  std::vector<std::string> entries_;
  std::string test_;
  std::vector<std::string> input_;
  std::string output_ = "cleave.out";
  CommonOptions common_;
  std::string conditions_ = "slice";
  bool noCauses_ = false;
  bool json_ = false;
  bool all_ = false;
};

}  // namespace cleave::tools
