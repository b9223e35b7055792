// An assumption: a C expression over the parameters of an entry and the globals of its file, as a function of the program. The file is
// compiled once more with the function at its end, and of the result only that function is kept.
#pragma once

#include <string>

#include "frontend/frontend.h"

namespace cleave::harness {

struct AssumptionRequest {
  std::string name;           // of the function to be made: int name(parameters of the entry)
  program::FunctionId entry;  // of the version's program
  std::string expression;
};

// The bitcode of the file with the function. The error carries the compiler's diagnostics.
Expected<std::filesystem::path> compileAssumption(const frontend::Version& version, const frontend::Sources& sources,
                                                  const AssumptionRequest& request, const frontend::LoadOptions& options);

}  // namespace cleave::harness
