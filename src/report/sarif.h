// The result as SARIF 2.1.0, for code scanning: a result for each group of differences, at the changed lines of after. Rule ids are stable;
// fingerprints are of the function, the rule and the condition, so that edits elsewhere leave them as they are. What is proved equal is no result.
#pragma once

#include <string>

#include "report/material.h"

namespace cleave::report {

std::string toSarif(const Material& material);

}  // namespace cleave::report
