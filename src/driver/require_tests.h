// Runs the tests of after, built with probes just before each change: all at once, or one by one where it is known what they are called.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "driver/require.h"
#include "probes/log.h"
#include "project/open.h"
#include "support/temp_dir.h"

namespace cleave::driver {

struct ProbedPlace {
  std::string function;  // the linker's name, without a file
  uint32_t line = 0;
  uint32_t column = 0;
  std::vector<std::string> reads = {};  // paths of what is to be recorded besides the variables themselves
  bool isAt(const ProbedPlace& other) const { return function == other.function && line == other.line && column == other.column; }
};

struct RunTest {
  std::string name;
  bool passed = false;
  double seconds = 0;
};

// `take` gets each test and its log. Without a list, each process that was recorded is a test of its own, called after its program.
Status runTests(const RequireOptions& options, const std::vector<ProbedPlace>& places, const Listeners& listeners, const StopFlag* stop,
                const std::function<void(const RunTest& test, const probes::Log& log)>& take, std::vector<std::string>& notes);

// Tests that were run once, with their logs: each point has at most so many records of a process.
struct KeptTests {
  TempDir home;
  std::vector<ProbedPlace> places;
  std::vector<std::pair<RunTest, std::filesystem::path>> tests;
  std::vector<std::string> notes;
};
Expected<KeptTests> keepTests(const RequireOptions& options, const std::vector<ProbedPlace>& places, uint64_t records, const Listeners& listeners, const StopFlag* stop);

// Adds a place, or what is read there.
void addPlace(std::vector<ProbedPlace>& places, const ProbedPlace& place);

// The names in what `ctest -N` or a program of GoogleTest's prints; of another list, its lines.
std::vector<std::string> namesFromCtest(const std::string& output);
std::vector<std::string> namesFromGoogleTest(const std::string& output);

// "^(a|b)$", for ctest -R.
std::string ctestExpression(const std::vector<std::string>& names);

}  // namespace cleave::driver
