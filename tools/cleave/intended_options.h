// Which differences are wanted: on the command line, and in the file of what was accepted.
#pragma once

#include <string>
#include <vector>

#include "command_line.h"
#include "driver/options.h"

namespace cleave::tools {

class IntendedOptions {
 public:
  void addTo(CommandLine& line);          // --intend
  void addAccepted(CommandLine& line);    // and --accepted
  Status read(driver::Options& options) const;

 private:
  std::vector<std::string> intended_;
  std::string accepted_ = "none";
};

// The file that is meant where none is named: the nearest one, or none.
std::string nearestAccepted();

}  // namespace cleave::tools
