// A plan as a file that people can read, edit and give back.
#pragma once

#include <string>

#include "inputs/plan.h"
#include "support/expected.h"

namespace cleave::inputs {

// What was chosen, with the cells and bounds that follow from it as comments.
std::string printPlan(const Plan& plan, const Options& options);

// `name`: of the file, for the error.
Expected<Options> parsePlan(const std::string& text, const std::string& name);

}  // namespace cleave::inputs
