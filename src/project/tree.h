// A copy of a project's sources in a temporary directory, for a build to write into: of a directory, or of a revision of a git repository.
// It is gone with the value. The user's directory is only read; of a repository nothing changes either: there is no worktree that git would
// know of, and the index that the files are checked out with lies in the temporary directory, too (docs/decisions/016-copies.md).
#pragma once

#include <filesystem>
#include <string>

#include "project/watcher.h"
#include "support/budget.h"
#include "support/expected.h"

namespace cleave::project {

class Tree {
 public:
  // In a git repository: what git tracks, and what is new and not ignored. Else all but what an earlier build left: object files, and
  // directories that CMake configured, which would send the compiler back to where they come from.
  static Expected<Tree> copyOf(const std::filesystem::path& directory, const StopFlag* stop);

  // `here` is in the repository; a subdirectory of it stays the one to build in.
  static Expected<Tree> ofRevision(const std::string& revision, const std::filesystem::path& here, const StopFlag* stop);

  // What the next commit would have: the repository's index.
  static Expected<Tree> ofIndex(const std::filesystem::path& here, const StopFlag* stop);

  // Changes the files as a patch says, which stands for paths below the root (-p1).
  Status apply(const std::filesystem::path& patch, const StopFlag* stop);

  const std::filesystem::path& root() const { return root_; }
  const std::filesystem::path& directory() const { return directory_; }  // where a build command runs: the root, or below it

 private:
  Tree(WatchedDir home, std::filesystem::path root, std::filesystem::path directory)
      : home_(std::move(home)), root_(std::move(root)), directory_(std::move(directory)) {}
  WatchedDir home_;
  std::filesystem::path root_;
  std::filesystem::path directory_;
};

// Whether a word names a commit of the repository around `here`.
bool isRevision(const std::string& word, const std::filesystem::path& here);

}  // namespace cleave::project
