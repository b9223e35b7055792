// An explanation for people and for programs.
#pragma once

#include <string>

#include "report/text.h"
#include "result/explanation.h"

namespace cleave::report {

std::string toText(const result::Explanation& explanation, const TextOptions& options);
std::string toJson(const result::Explanation& explanation, int indent = 2);

}  // namespace cleave::report
