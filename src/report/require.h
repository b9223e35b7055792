// What `cleave require` found, for people and for programs.
#pragma once

#include <string>

#include "report/text.h"
#include "result/require.h"

namespace cleave::report {

// With `all` every requirement is listed, else those that are not satisfied, and of those that cannot be the number.
std::string toText(const result::RequireResult& result, const TextOptions& options);
std::string toJson(const result::RequireResult& result, int indent = 2);

}  // namespace cleave::report
