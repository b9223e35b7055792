// The result as JUnit XML, as CI services read it: an entry is a test case. What differs fails, with the text report as its message; what is
// equivalent or differs as intended passes; inconclusive is skipped, with the reason; failed is an error.
#pragma once

#include <string>

#include "report/material.h"

namespace cleave::report {

std::string toJunit(const Material& material);

}  // namespace cleave::report
