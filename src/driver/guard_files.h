// Single files for guard: each version in turn stands at the place of after's file, under its name, in a copy of the directory around it.
// So the tests that are there find it, whatever they do with it.
#pragma once

#include <optional>
#include <string>

#include "driver/guard.h"
#include "project/tree.h"

namespace cleave::driver {

struct FileProjects {
  project::Tree before;  // the directory with before's file in the place of after's
  GuardOptions options;  // of the two as projects
  std::string name;      // of after's file, in both
};

// `options.files` are there.
Expected<FileProjects> projectsOf(const GuardOptions& options, const StopFlag* stop);

// Places in before get the name of its own file.
void renameBefore(result::GuardResult& result, const FileProjects& projects, const std::string& before);

}  // namespace cleave::driver
