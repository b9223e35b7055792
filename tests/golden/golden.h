// Golden files: what a report should look like, kept beside this header. With CLEAVE_UPDATE_GOLDEN=1 in the environment the files are
// rewritten (and the test passes): read the diff before committing it.
#pragma once

#include <cstdlib>
#include <regex>
#include <string>

#include <gtest/gtest.h>

#include "support/temp_dir.h"

namespace cleave::golden {

// Times, counts of work and versions differ from machine to machine.
inline std::string normalised(std::string text) {
  text = std::regex_replace(text, std::regex(R"re(("cleave": ?)"[^"]*")re"), "$1\"VERSION\"");
  text = std::regex_replace(text, std::regex(R"re(("(?:solver_s|wall_s)": ?)[-+0-9.e]+)re"), "$010");
  text = std::regex_replace(text, std::regex(R"re(("(?:runs|solver_queries|concrete_runs|steps|solver_unknown)": ?)\d+)re"), "$010");
  text = std::regex_replace(text, std::regex(R"re((^|\n)( *time +)[^\n]*(?:\n {15,}[^\n]*)*)re"), "$1$2TIME");
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
