// `cleave signature`.
#pragma once

#include <string>
#include <vector>

#include "common_options.h"
#include "driver/signature.h"
#include "support/budget.h"

#include <CLI/CLI.hpp>

namespace cleave::tools {

class SignatureCommand {
 public:
  explicit SignatureCommand(CLI::App& app);
  bool chosen() const { return command_->parsed(); }
  int run(const char* argv0, const StopFlag* stop);

 private:
  Expected<driver::SignatureOptions> options(const char* argv0) const;
  Expected<std::string> text(const result::SignatureResult& result) const;

  CLI::App* command_;
  std::vector<std::string> files_;
  std::string flags_;
  std::vector<std::string> entries_;
  bool compare_ = false;
  CommonOptions common_;
  std::string strategy_ = "output";
  std::string as_ = "table";
  std::string output_;
  bool countPaths_ = false;
  bool json_ = false;
  bool all_ = false;
  bool noProgress_ = false;
};

}  // namespace cleave::tools
