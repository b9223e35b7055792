// The options that say what the inputs are, shared by commands that run an entry.
#pragma once

#include <string>
#include <vector>

#include "command_line.h"
#include "inputs/options.h"
#include "support/expected.h"

namespace cleave::tools {

class InputsOptions {
 public:
  void addTo(CommandLine& line);
  // A plan file first; what is said on the command line wins.
  Expected<inputs::Options> options() const;

 private:
  Status read(inputs::Options& options) const;

  std::string plan_;
  std::vector<std::string> bounds_;
  std::vector<std::string> lengths_;
  std::vector<std::string> nonnull_;
  std::vector<std::string> aliases_;
  std::string globals_;
  std::string assume_;
  std::vector<std::string> argv_;
  std::string stdin_;
};

}  // namespace cleave::tools
