// A program that makes one call with the input of a test, and expects nothing: for whoever measures what a run comes to.
#pragma once

#include <string>

#include "support/expected.h"
#include "tests/cases.h"

namespace cleave::tests {

// `source`: the file that has the function, as #include is to have it. An error says why there is no such program.
Expected<std::string> callProgram(const TestCase& test, const std::string& source);

}  // namespace cleave::tests
