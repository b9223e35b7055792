// Golden files: what a report should look like, kept beside this header. With CLEAVE_UPDATE_GOLDEN=1 in the environment the files are
// rewritten (and the test passes): read the diff before committing it.
#pragma once

#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

#include "support/temp_dir.h"

namespace cleave::golden {

// Puts `replacement` in place of what stands behind `label` up to one of `ends`, wherever the label occurs.
inline void replaceBehind(std::string& text, const std::string& label, const char* ends, const std::string& replacement) {
  for (size_t at = text.find(label); at != std::string::npos; at = text.find(label, at + label.size())) {
    const size_t start = at + label.size();
    text.replace(start, text.find_first_of(ends, start) - start, replacement);
  }
}

// Times, counts of work and versions differ from machine to machine. For documents with an indent, and for texts.
inline std::string normalised(std::string text) {
  replaceBehind(text, "\"cleave\": \"", "\"", "VERSION");
  for (const char* field : {"solver_s", "wall_s", "runs", "solver_queries", "concrete_runs", "steps", "solver_unknown"})
    replaceBehind(text, "\"" + std::string(field) + "\": ", ",\n}", "0");
  const std::string continuation = "\n" + std::string(15, ' ');
  for (size_t at = text.find("\n  time "); at != std::string::npos; at = text.find("\n  time ", at + 1)) {
    size_t end = text.find('\n', at + 1);
    while (text.compare(end, continuation.size(), continuation) == 0) end = text.find('\n', end + 1);
    text.replace(at, end - at, "\n  time         TIME");
  }
  return text;
}

inline void expectGolden(const std::string& name, const std::string& actual) {
  const std::filesystem::path path = std::filesystem::path(CLEAVE_SOURCE_DIR) / "tests/golden" / name;
  const char* update = std::getenv("CLEAVE_UPDATE_GOLDEN");
  if (update != nullptr && std::string(update) == "1") {
    const Status status = writeFile(path, actual);
    ASSERT_FALSE(status.has_value()) << status->message;
    return;
  }
  const Expected<std::string> expected = readFile(path);
  ASSERT_TRUE(expected.hasValue()) << expected.error().message << " (CLEAVE_UPDATE_GOLDEN=1 writes it)";
  EXPECT_EQ(actual, *expected) << "if this is as it should be: CLEAVE_UPDATE_GOLDEN=1 rewrites " << path;
}

}  // namespace cleave::golden
