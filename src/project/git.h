// What git says of the repository around a directory. Nothing is written: whoever builds a revision does so in a copy (project/tree.h).
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "support/budget.h"
#include "support/expected.h"

namespace cleave::project {

struct GitRequest {
  std::vector<std::string> words;
  std::filesystem::path directory;
  std::vector<std::pair<std::string, std::string>> environment = {};
  const StopFlag* stop = nullptr;
};

Expected<std::string> git(const GitRequest& given);  // its output; an error: the first line of its complaints
std::string firstLine(const std::string& text);

// Of the repository around a directory, shared by its worktrees; none: there is no repository.
std::optional<std::filesystem::path> gitDirectory(const std::filesystem::path& here);

struct Revision {
  std::string id;
  std::string tree;  // what it contains: equal for equal contents
  std::string date;
  std::string subject;
};

// The first is where a history begins, the others follow it one by one, by first parents: of A..B, A and all up to B; of one revision, all up to it.
// With a limit, the last ones.
Expected<std::vector<Revision>> historyOf(const std::string& range, const std::filesystem::path& here, size_t most, const StopFlag* stop);

}  // namespace cleave::project
