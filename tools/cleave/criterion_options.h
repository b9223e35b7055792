// The options that choose what is compared: shared by the commands.
#pragma once

#include <string>
#include <vector>

#include "result/criterion.h"

#include <CLI/CLI.hpp>

namespace cleave::tools {

class CriterionOptions {
 public:
  void addTo(CLI::App& command, const char* observe = "--observe");
  result::Criterion criterion() const;

 private:
  std::vector<std::string> observed_;
  std::vector<std::string> ignored_;
};

}  // namespace cleave::tools
