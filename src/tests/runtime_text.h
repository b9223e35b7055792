// The code that tests bring along: running a test in a process of its own, and looking at what that leaves. Plain C that is also C++.
#pragma once

#include <string>

namespace cleave::tests {

std::string headersText(bool isCxx);
std::string childText();    // struct expected_run, run_in_child, EXPECTED
std::string heapText();     // on_heap
std::string fuzzText();     // EXPECTED for a fuzz target, and bytes to inputs

}  // namespace cleave::tests
