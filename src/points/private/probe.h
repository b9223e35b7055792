// Puts probes into a module: at each point of the chosen functions a count, and when the count says so a call of the runtime
// (probes/runtime/record.c) with the values of the variables.
#pragma once

#include <llvm/IR/Module.h>

#include <string>
#include <vector>

#include "points/private/scan.h"
#include "support/expected.h"

namespace cleave::points {

struct ProbeOptions {
  std::string logDirectory;            // empty: only what CLEAVE_PROBES_LOG says at run time
  std::vector<std::string> functions;  // by the linker's or the source's name; empty: all
  bool calls = true;                   // points after calls, too
  std::vector<StatementPlace> statements;  // if there are any: points before these, and no others
  uint64_t bound = 0;                  // records of each point in a process before they are thinned; 0: as the runtime decides
  uint64_t fileBytes = 0;
  uint64_t totalBytes = 0;
};

// One setting per line: "log DIR", "function NAME", "calls yes" (or no), "statement NAME LINE COLUMN" and behind it any number of "read PATH", "bound N", "file BYTES", "total BYTES". Lines that start with #
// are comments.
Expected<ProbeOptions> probeOptionsOf(const std::string& text);

// True when the module was changed.
bool insertProbes(llvm::Module& module, const ProbeOptions& options);

}  // namespace cleave::points
