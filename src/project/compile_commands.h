// A project from compile_commands.json: its units are compiled where they are, without a build. What they are linked into is not in that
// file; programs are told by `main` (project/loose.h).
#pragma once

#include <filesystem>
#include <optional>

#include "project/project.h"
#include "support/budget.h"
#include "support/expected.h"

namespace cleave::project {

// In the directory, or in its `build`.
std::optional<std::filesystem::path> findCompileCommands(const std::filesystem::path& directory);

struct CommandsRequest {
  std::filesystem::path file;
  std::filesystem::path root;
  std::filesystem::path record;  // a directory for the code
  bool wraps = true;
  const StopFlag* stop = nullptr;
};
Expected<Project> readCompileCommands(const CommandsRequest& request);

}  // namespace cleave::project
