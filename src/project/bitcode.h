// How the code of a unit is kept: clang once more, with the flags that matter and ours behind them, so that the result is what src/frontend
// makes of a single file. Names of files in it start at the project's root: a unit that did not change is the same in two versions,
// wherever they are built.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "project/arguments.h"
#include "project/record.h"

namespace cleave::project {

struct BitcodeJob {
  SourceFile source;
  std::vector<std::string> flags;  // CompilerCall::flags
  DriverMode mode = DriverMode::C;
  std::filesystem::path directory;  // where the compiler runs
  std::filesystem::path root;
  bool wraps = true;
};

std::vector<std::string> bitcodeCommand(const BitcodeJob& job, const std::filesystem::path& output, const Record& record);
// The text of a source as the compiler sees it, without includes left: what stands for a unit that has no code.
std::vector<std::string> preprocessCommand(const BitcodeJob& job, const std::filesystem::path& output, const Record& record);

}  // namespace cleave::project
