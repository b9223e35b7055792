// The options that say what to compare, shared by commands that take two versions.
#pragma once

#include <string>
#include <vector>

#include "frontend/frontend.h"
#include "support/expected.h"

#include <CLI/CLI.hpp>

namespace cleave::tools {

class SourcesOptions {
 public:
  void addTo(CLI::App& command);
  // The two versions as the user gave them: two files, or --before and --after with as many as wanted.
  Expected<std::pair<frontend::Sources, frontend::Sources>> sources() const;

  const std::vector<std::string>& pairs() const { return pairs_; }

 private:
  std::vector<std::string> files_;
  std::vector<std::string> before_;
  std::vector<std::string> after_;
  std::vector<std::string> pairs_;
  std::string flags_;
  std::string beforeFlags_;
  std::string afterFlags_;
};

// models.bc beside the executable or where it is installed; an error when there is none.
Expected<std::filesystem::path> findModels(const char* argv0);

}  // namespace cleave::tools
