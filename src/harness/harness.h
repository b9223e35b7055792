// Harnesses: for an entry whose inputs are more than scalar parameters, a function that takes the cells of its input plan as parameters,
// puts them where they belong (into objects behind pointers, into globals, into the words of argv) and calls the entry. The VM, the static
// analyses and native replay all run the same harness, so none of them needs to know what an input plan is.
#pragma once

#include <string>
#include <vector>

#include "frontend/frontend.h"
#include "inputs/plan.h"

namespace cleave::harness {

struct Request {
  std::string name;  // of the function to be made; the same in both versions
  const inputs::Plan* plan = nullptr;
  std::filesystem::path expression;  // bitcode of expression.h that defines the plan's entry; empty: the program does
};

// Adds the harnesses to the program; what it has keeps its number. Per request why it could not be made; empty: it was. The harness has the
// entry's result, and is marked as `fromModels`, as are the globals it adds.
Expected<std::vector<std::string>> addHarnesses(frontend::Version& version, const std::vector<Request>& requests, const std::string& label,
                                                const frontend::LoadOptions& options);

}  // namespace cleave::harness
