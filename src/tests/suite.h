// Files of tests, in a framework's form. What cannot be written is left out, and told.
#pragma once

#include <string>
#include <vector>

#include "tests/cases.h"

namespace cleave::tests {

struct File {
  std::string name;  // "tests.c"; seeds of a fuzz target are below a folder
  std::string text;
};

struct Suite {
  std::vector<File> files;
  std::vector<LeftOutTest> leftOut;
  size_t count = 0;
};

// `name`: of the file, without its ending.
Suite writeSuite(const Chosen& chosen, const Options& options, const std::string& name);

std::string toJson(const Chosen& chosen, const Options& options);

}  // namespace cleave::tests
