// `cleave audit`.
#pragma once

#include <string>

#include "support/budget.h"

#include <CLI/CLI.hpp>

namespace cleave::tools {

class AuditCommand {
 public:
  explicit AuditCommand(CLI::App& app);
  bool chosen() const { return command_->parsed(); }
  int run(const StopFlag* stop);

 private:
  CLI::App* command_;
  std::string directory_ = "cleave.out";
  std::string solver_;
  std::string timeout_ = "10s";
  std::string budget_ = "10m";
  uint64_t members_ = 20;
  uint64_t seed_ = 1;
  bool json_ = false;
};

}  // namespace cleave::tools
