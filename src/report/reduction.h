// A reduced test suite for people, for programs, and as a suite again.
#pragma once

#include <string>

#include "report/text.h"
#include "result/reduction.h"

namespace cleave::report {

std::string toText(const result::Reduction& reduction, const TextOptions& options);
std::string toJson(const result::Reduction& reduction, int indent = 2);
std::string keptTests(const result::Reduction& reduction);  // a document that `cleave reduce` reads

}  // namespace cleave::report
