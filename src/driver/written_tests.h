// `cleave tests`: tests from what a run left in its output directory.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "support/expected.h"
#include "tests/suite.h"

namespace cleave::driver {

struct TestRequest {
  std::string directory = "cleave.out";
  std::vector<std::string> entries;  // empty: all
  std::string output;                // a file or a directory; empty: stdout
  tests::Options options;
};

struct WrittenTests {
  std::string text;                // where no file was asked for
  std::vector<std::string> files;  // the one to compile first
  std::vector<tests::LeftOutTest> leftOut;
  std::vector<std::string> notes;
  size_t count = 0;
};

std::optional<tests::Format> testFormat(const std::string& word);
Expected<WrittenTests> writeTests(const TestRequest& request);

}  // namespace cleave::driver
