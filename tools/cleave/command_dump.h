// `cleave dump`: what a stage of the analysis sees, as text.
#pragma once

#include <string>
#include <vector>

#include "sources_options.h"
#include "support/budget.h"

#include <CLI/CLI.hpp>

namespace cleave::tools {

class DumpCommand {
 public:
  explicit DumpCommand(CLI::App& app);
  int run(const char* argv0, const StopFlag* stop);

 private:
  Expected<std::string> dump(const char* argv0, const StopFlag* stop) const;

  CLI::App* command_;
  CLI::App* program_;
  CLI::App* changes_;
  CLI::App* trace_;
  SourcesOptions changeSources_;
  std::vector<std::string> files_;
  std::string flags_;
  std::string entry_;
  std::vector<std::string> input_;
};

}  // namespace cleave::tools
