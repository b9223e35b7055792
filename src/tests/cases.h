// Which witnesses of a result become tests.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "result/result.h"
#include "support/bits.h"
#include "support/both.h"

namespace cleave::tests {

enum class Format { C, GoogleTest, Catch2, Doctest, LibFuzzer, Json };

struct Options {
  Format format = Format::C;
  Side expect = Side::Before;
  bool everyPartition = false;  // not one for each group
  std::set<result::PartitionKind> kinds = {result::PartitionKind::Different, result::PartitionKind::Equal};
  bool includesSource = false;  // rather than to declare the function
  std::filesystem::path directory;  // where the file will be: sources are included relative to it; empty: nobody knows
};

struct TestCase {
  const result::EntryResult* entry = nullptr;
  const result::Call* call = nullptr;
  std::string suite;   // an identifier, of the entry
  std::string name;    // "group_1"
  std::string why;     // one line: the condition
  std::vector<std::string> comment;
  result::PartitionKind kind = result::PartitionKind::Unfinished;
  std::vector<U128> bits;          // by input
  std::vector<std::string> texts;  // the same as C literals
  result::Observation expected;
  result::Observation other;
};

U128 bitsFrom(const std::string& hex);  // "0x..."

struct LeftOutTest {
  std::string name;
  std::string why;
};

// Names of suites are told apart by numbers in `suites`.
struct Chosen {
  std::vector<TestCase> cases;
  std::vector<LeftOutTest> leftOut;
};
void choose(const result::EntryResult& entry, const Options& options, std::set<std::string>& suites, Chosen& chosen);

}  // namespace cleave::tests
