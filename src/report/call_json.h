// How the versions of an entry are called (result/call.h), as JSON and back. What is usual is left out.
#pragma once

#include "report/json_parts.h"
#include "result/result.h"

namespace cleave::report {

inline constexpr const char* kCalls = "calls";

Json callsJson(const Both<result::Call>& calls);
Both<result::Call> callsFrom(const Json& json);  // throws what readers catch

}  // namespace cleave::report
