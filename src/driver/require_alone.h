// Changes that come to others within the distance, each alone: a hybrid is made, after with the other changes taken back, and the requirements
// of the change between before and the hybrid are those of it alone. They are measured on after, where the same variables are.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "driver/require_analysis.h"

namespace cleave::driver {

// `together`: what was found between before and after. What cannot be taken back (it is in a header, or in one piece with the change) is said in `notes`.
std::vector<AnalysedChange> analyseAlone(const RequireOptions& options, const std::vector<AnalysedChange>& together, const Listeners& listeners,
                                         const StopFlag* stop, std::vector<std::string>& notes);

// The source file of a change without it, as lines with the numbers that after gives them; none: it is no such file, or the text cannot be had.
std::optional<std::string> textWithout(const RequireOptions& options, const result::Change& change);

}  // namespace cleave::driver
