// `cleave inputs`.
#pragma once

#include <string>
#include <vector>

#include "inputs_options.h"
#include "support/budget.h"

#include <CLI/CLI.hpp>

namespace cleave::tools {

class InputsCommand {
 public:
  explicit InputsCommand(CLI::App& app);
  bool chosen() const { return command_->parsed(); }
  int run(const char* argv0, const StopFlag* stop);

 private:
  CLI::App* command_;
  InputsOptions inputs_;
  std::vector<std::string> files_;
  std::vector<std::string> entries_;
  std::string flags_;
};

}  // namespace cleave::tools
