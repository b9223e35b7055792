// A test suite with what each test is good for, as plain data.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "result/result.h"

namespace cleave::result {

struct ReducedTest {
  std::string name;
  std::string input;  // JSON, as the user wrote it
  bool kept = false;
  std::optional<std::string> duplicateOf;  // of a dropped one: the kept test that behaves alike
  std::string condition;                   // of a kept one: the inputs that it stands for; empty when that is not known
  std::string kind;                        // with two versions: "equal" or "different"
  std::string note;                        // why a test is kept although nothing is known of it
};

struct Reduction {
  std::string version;
  std::string entry;
  bool isPair = false;  // by differential partitions of two versions; otherwise by output conditions of one
  std::vector<Input> inputs;
  Vocabulary vocabulary;
  std::vector<ReducedTest> tests;
  double seconds = 0;
};

}  // namespace cleave::result
