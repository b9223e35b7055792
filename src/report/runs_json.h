// Both runs of a group's example as JSON, in both directions.
#pragma once

#include "report/json_parts.h"
#include "result/runs.h"

namespace cleave::report {

inline constexpr const char* kRuns = "runs";  // of a group; long, and for programs: on one line

Json runsJson(const result::Runs& runs);
result::Runs runsFrom(const Json& json);

}  // namespace cleave::report
