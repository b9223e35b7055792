// `cleave reduce`.
#pragma once

#include <string>
#include <vector>

#include "common_options.h"
#include "driver/reduce.h"
#include "support/budget.h"

#include <CLI/CLI.hpp>

namespace cleave::tools {

class ReduceCommand {
 public:
  explicit ReduceCommand(CLI::App& app);
  bool chosen() const { return command_->parsed(); }
  int run(const char* argv0, const StopFlag* stop);

 private:
  Expected<driver::ReduceOptions> options(const char* argv0) const;

  CLI::App* command_;
  std::vector<std::string> files_;
  std::string flags_;
  std::vector<std::string> entries_;
  std::string tests_;
  std::string write_;
  CommonOptions common_;
  bool json_ = false;
  bool all_ = false;
};

}  // namespace cleave::tools
