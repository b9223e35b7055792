// Runs a build command with our drivers as its compilers: CC and CXX name them, and they come first in PATH under the usual names (cc, gcc,
// clang, ...), so that a makefile that names its compiler gets them, too.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "project/environment.h"
#include "support/budget.h"
#include "support/expected.h"

namespace cleave::project {

struct BuildRequest {
  std::filesystem::path directory;   // where the command runs
  std::vector<std::string> command;  // one word: for the shell
  std::filesystem::path cleave;      // our own executable, which is the compiler
  DriverSettings settings;           // the record, which is made, and the root
  bool isShown = false;              // the build's messages go where ours go, and it can be interrupted as we are
  const StopFlag* stop = nullptr;
};

// Fails with the end of the build's messages. What was tried out during the build and is gone (configure and CMake do that) is then no part
// of the record; archives, and what other linkers made, are.
Status build(const BuildRequest& request);

// The environment in which a compiler is one of ours; the record must be there.
Variables buildVariables(const BuildRequest& request);

}  // namespace cleave::project
