// How a file of tests gets at the code under test: functions with external linkage of C are declared, with the types that they need; others are
// included with the source that has them.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/cases.h"

namespace cleave::tests {

class Sources {
 public:
  // `isCxx`: of the tests.
  Sources(const std::vector<TestCase>& cases, const Options& options, bool isCxx);

  bool includes(const TestCase& test) const { return included_.contains(test.call->file); }
  // Declares what the test needs; empty, or why that cannot be.
  std::string declare(const TestCase& test);

  std::string text() const;
  std::vector<std::string> linked() const;  // files that are compiled beside
  const std::set<std::string>& included() const { return included_; }
  bool hasMain() const { return hasMain_; }

 private:
  std::string includedAs(const std::string& file) const;

  bool isCxx_;
  std::filesystem::path directory_;
  std::set<std::string> included_, linked_;
  std::set<std::string> structs_, functions_;
  std::string types_, prototypes_;
  bool hasMain_ = false;
};

}  // namespace cleave::tests
