// What the command line says of projects: BEFORE and AFTER that are directories or revisions, and how they are built.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "command.h"
#include "command_line.h"
#include "driver/diff_projects.h"
#include "shared_options.h"

namespace cleave::tools {

// Where answers are remembered; none: the current directory is in no git repository.
std::optional<std::filesystem::path> cacheOfRepository();

class ProjectWords {
 public:
  void addTo(CommandLine& line);

  bool isAsked(const std::vector<std::string>& versions) const;  // they are projects, not files
  Status check(const SharedOptions& shared) const;               // of what is asked
  // Of cleave.toml: how projects are built is for projects, how files are compiled for files, and which files they are where none are given.
  bool wants(const std::string& option, const std::vector<std::string>& versions) const;
  bool hasProgram() const { return !program_.empty(); }
  driver::ProjectOptions builds(const Invocation& invocation) const;  // how they are built, and nothing else
  std::optional<driver::ProjectOptions> options(const std::vector<std::string>& versions, const Invocation& invocation) const;

 private:
  std::optional<Both<std::string>> placesOf(const std::vector<std::string>& versions) const;

  std::string build_, beforeBuild_, afterBuild_, program_, patch_;
  bool staged_ = false;
};

}  // namespace cleave::tools
