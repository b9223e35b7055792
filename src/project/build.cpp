#include "project/build.h"

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include <sys/wait.h>

#include <fmt/format.h>

#include "project/compiler.h"
#include "project/record.h"
#include "project/settle.h"
#include "project/spawn.h"
#include "support/temp_dir.h"
#include "support/text.h"

namespace cleave::project {

namespace {

namespace fs = std::filesystem;

constexpr size_t kShownLines = 20;

Status makeNames(const BuildRequest& request) {
  const fs::path folder = request.settings.record / "bin";
  std::error_code failure;
  fs::create_directories(folder, failure);
  for (const std::string& name : compilerNames()) {
    fs::remove(folder / name, failure);
    fs::create_symlink(request.cleave, folder / name, failure);
    if (failure) return Error{"cannot create " + (folder / name).string() + ": " + failure.message()};
  }
  return std::nullopt;
}

std::string lastLines(const fs::path& file) {
  const Expected<std::string> text = readFile(file);
  if (!text) return {};
  std::vector<std::string> lines;
  std::istringstream stream(*text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  const size_t left = lines.size() - std::min(lines.size(), kShownLines);
  lines.erase(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(left));
  return (left > 0 ? "...\n" : "") + join(lines, "\n");
}

std::string howItEnded(int status) {
  return WIFSIGNALED(status) ? fmt::format("ended by signal {}", WTERMSIG(status)) : fmt::format("exit status {}", WEXITSTATUS(status));
}

}  // namespace

Variables buildVariables(const BuildRequest& request) {
  Variables variables = toVariables(request.settings);
  const fs::path folder = request.settings.record / "bin";
  const char* path = std::getenv("PATH");
  variables.insert(variables.end(), {{"CC", (folder / "cleave-cc").string()},
                                     {"CXX", (folder / "cleave-c++").string()},
                                     {"PATH", folder.string() + ":" + (path == nullptr ? "/usr/local/bin:/usr/bin:/bin" : path)},
                                     {"CCACHE_DISABLE", "1"}});  // what a cache has is not compiled
  return variables;
}

Status build(const BuildRequest& request) {
  const Record record(request.settings.record);
  if (Status failed = record.create(request.settings.root)) return failed;
  if (Status failed = makeNames(request)) return failed;
  SpawnRequest run;
  run.command = request.command;
  if (run.command.size() == 1) run.command = {"/bin/sh", "-c", request.command.front()};
  run.directory = request.directory;
  run.variables = buildVariables(request);
  if (!request.isShown) {
    run.input = "/dev/null";
    run.messages = record.directory() / "build.log";
    run.ownGroup = true;
    run.stop = request.stop;
  }
  const Expected<int> status = spawn(run);
  if (!status) return status.error();
  if (request.stop != nullptr && request.stop->requested()) return Error{"stopped during the build"};
  if (*status != 0) {
    const std::string messages = request.isShown ? "" : lastLines(run.messages);
    return Error{fmt::format("the build failed ({}): {}{}{}", howItEnded(*status), join(request.command, " "), messages.empty() ? "" : "\n",
                             messages)};
  }
  return settle(record, request.settings.root);
}

}  // namespace cleave::project
