// Runs a command that shares our streams, our process group and our fate: what is typed and interrupted reaches it as it reaches us.
// (support/process.h is for those that are kept apart.)
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "project/environment.h"
#include "support/budget.h"
#include "support/expected.h"

namespace cleave::project {

struct SpawnRequest {
  std::vector<std::string> command;  // command[0] is looked up in PATH
  std::filesystem::path directory;   // empty: ours
  std::filesystem::path input;       // a file as the standard input; empty: ours
  std::filesystem::path messages;    // a file for standard output and error; empty: ours
  Variables variables;               // added to the environment
  bool ownGroup = false;             // can be ended with all that it started
  const StopFlag* stop = nullptr;    // ends it; only with ownGroup
};

// How it ended, as waitpid tells.
Expected<int> spawn(const SpawnRequest& request);

// Where a program lies in PATH, past whatever is ourselves under that name; empty: nowhere.
std::filesystem::path findProgram(const std::string& name);

}  // namespace cleave::project
