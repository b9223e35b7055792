// What `cleave guard` found, for people and for programs.
#pragma once

#include <string>

#include "report/text.h"
#include "result/guard.h"

namespace cleave::report {

// With `all` every property is listed, else those that are violated, outdated or open. With `wholeTrace` every step to a violation, else the last ones.
std::string toText(const result::GuardResult& result, const TextOptions& options, bool wholeTrace = false);
std::string toJson(const result::GuardResult& result, int indent = 2);

}  // namespace cleave::report
