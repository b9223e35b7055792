// A version of a project as the user names it: a directory, a revision of the git repository around, or the record that `cleave build`
// wrote. With a build command it is built in a copy; without one compile_commands.json says how its files are compiled.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "project/environment.h"
#include "project/project.h"
#include "project/tree.h"
#include "support/budget.h"
#include "support/expected.h"

namespace cleave::project {

inline constexpr const char* kStaged = ":staged";  // a place: what the next commit would have

struct OpenRequest {
  std::string place;
  std::filesystem::path patch;   // applied to a copy of it; empty: none
  std::string build;             // for the shell; empty: none
  std::filesystem::path cleave;  // our own executable, which is the compiler
  bool wraps = true;             // signed overflow does
  Instrumentation instrumentation = {};
  std::string label = "the project";                  // before, after
  std::function<void(const std::string&)> step = {};  // hears what is being done
  std::function<void(const Tree&)> copied = {};       // hears of the copy before anything is built in it
  const StopFlag* stop = nullptr;
};

// The project with all that it lives in.
struct OpenProject {
  std::optional<Tree> tree;          // where it was built
  std::optional<WatchedDir> record;  // the code of its units
  Project project;
};

Expected<OpenProject> openProject(const OpenRequest& request);

// Whether a word names a project, and not a source file.
bool isProject(const std::string& place);

}  // namespace cleave::project
