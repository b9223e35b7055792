#include "driver/guard_files.h"

#include <fmt/format.h>

#include "support/temp_dir.h"
#include "support/text.h"

namespace cleave::driver {

namespace {

namespace fs = std::filesystem;

constexpr size_t kMostFiles = 20'000;

std::string forShell(const std::string& word) {
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string filled(const std::string& command, const std::string& name) {
  std::string result;
  for (size_t at = 0; at < command.size();) {
    const size_t next = std::min(command.find("{}", at), command.size());
    result += command.substr(at, next - at);
    if (next < command.size()) result += forShell(name);
    at = next + 2;
  }
  return result;
}

bool isCxx(const fs::path& file) {
  const std::string extension = file.extension().string();
  return extension != ".c";
}

// A home directory, say, is not copied.
Status checkSize(const fs::path& directory) {
  for (fs::path at = directory;; at = at.parent_path()) {
    std::error_code failure;
    if (fs::exists(at / ".git", failure)) return std::nullopt;  // of a repository what it tracks is copied
    if (at == at.root_path()) break;
  }
  size_t count = 0;
  std::error_code failure;
  for (fs::recursive_directory_iterator at(directory, fs::directory_options::skip_permission_denied, failure), end; !failure && at != end;
       at.increment(failure))
    if (++count > kMostFiles)
      return Error{
          fmt::format("{} has more than {} files, and tests run in a copy of the directory of AFTER: put the file and its tests into a "
                      "directory of their own",
                      directory.string(), kMostFiles)};
  return std::nullopt;
}

}  // namespace

Expected<FileProjects> projectsOf(const GuardOptions& options, const StopFlag* stop) {
  std::error_code failure;
  const fs::path after = fs::canonical(options.files->after, failure);
  const fs::path directory = after.parent_path();
  if (Status wrong = checkSize(directory)) return *wrong;
  const Expected<std::string> text = readFile(options.files->before);
  if (!text) return text.error();
  Expected<project::Tree> before = project::Tree::copyOf(directory, stop);
  if (!before) return before.error();
  const std::string name = after.filename().string();
  if (Status failed = writeFile(before->directory() / name, *text)) return *failed;
  FileProjects projects{before.take(), options, name};
  GuardOptions& made = projects.options;
  made.files.reset();
  made.projects.places = {projects.before.directory().string(), directory.string()};
  for (const Side side : kSides) {
    std::string& build = made.projects.builds.of(side);
    if (build.empty()) {
      build = isCxx(after) ? "$CXX" : "$CC";
      for (const std::string& flag : options.flags) build += " " + forShell(flag);
      build += " -c {}";
    }
    build = filled(build, name);
    made.tests.of(side) = filled(made.tests.of(side), name);
  }
  return projects;
}

void renameBefore(result::GuardResult& result, const FileProjects& projects, const std::string& before) {
  const std::string prefix = projects.name + ":";
  for (result::GuardProperty& property : result.properties)
    if (property.before.at.starts_with(prefix))
      property.before.at = fs::path(before).filename().string() + property.before.at.substr(prefix.size() - 1);
}

}  // namespace cleave::driver
