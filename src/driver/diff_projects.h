// `cleave diff` on projects: both are opened (project/open.h), and each program or library that differs is compared as a pair of versions
// (driver/diff.h). What several of them have in common is compared once.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "driver/diff.h"
#include "project/open.h"
#include "support/both.h"

namespace cleave::driver {

struct ProjectOptions {
  Both<std::string> places;      // directories, revisions, records of builds
  Both<std::string> builds;      // commands; empty: none
  std::filesystem::path patch;   // makes after of its place; empty: none
  std::string program;           // only this one; empty: all
  std::filesystem::path cleave;  // our own executable
};

// How a version is opened; its label is its name.
project::OpenRequest openRequest(const ProjectOptions& projects, Side side, const StopFlag* stop);

// The results of all programs as one.
struct ProjectsResult {
  std::deque<DiffResult> parts;
  result::Result result;
  struct Place {
    const DiffResult* part = nullptr;  // null: the entry has no partitions
    size_t entry = 0;
  };
  std::vector<Place> places;  // by entry of `result`

  result::EntryResult written(size_t entry) const;            // as the document of its program has it
  report::ShownEntry shown(size_t entry, size_t most) const;  // with no more than `most` of its partitions
};

// `options.before` and `options.after` are not looked at. With several programs the output directory has a folder for each.
Expected<ProjectsResult> diffProjects(const DiffOptions& options, const ProjectOptions& projects, const Listeners& listeners,
                                      const StopFlag* stop);

// The same of projects that are open.
Expected<ProjectsResult> compareProjects(const DiffOptions& options, const project::Project& before, const project::Project& after,
                                         const std::string& program, const Listeners& listeners, const StopFlag* stop);

}  // namespace cleave::driver
