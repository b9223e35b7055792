// What the tests bring the program into, just before changes: states as inputs of partial functions. Exploration looks at them first, so
// what is computed in the time that there is speaks of them. A sample: of a place that is visited very often not every visit is recorded.
// Where every one was, the logs are all that measuring needs.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "driver/require_tests.h"
#include "explore/options.h"
#include "statements/statements.h"
#include "vm/run.h"

namespace cleave::driver {

class Samples {
 public:
  Samples(const RequireOptions& options, const Listeners& listeners, const StopFlag* stop)
      : options_(options), listeners_(listeners), stop_(stop) {}

  // Runs the tests with probes at these places, unless they are known.
  Status record(const std::vector<ProbedPlace>& places);

  // Different states at a place, by the cells of a space. With `callSites`, those in which the function was called from the one of that
  // number.
  std::vector<explore::SeedInput> statesAt(const ProbedPlace& place, const vm::InputSpace& space,
                                           const std::vector<statements::CallSite>& callSites, size_t callSite);

  // One run has every visit of these places, with all that is to be read there.
  bool has(const std::vector<ProbedPlace>& places) const { return runThatHas(places) != nullptr; }
  // One has what is to be read there, maybe not of every visit.
  bool hasSome(const std::vector<ProbedPlace>& places) const { return runThatHas(places, false) != nullptr; }
  // The tests of that run, and their logs. Of those that have some the one that has every visit, if there is one.
  Status forEach(const std::vector<ProbedPlace>& places, const std::function<void(const RunTest& test, const probes::Log& log)>& take,
                 std::vector<std::string>& notes) const;

 private:
  struct Run {
    KeptTests kept;
    bool isWhole = true;  // every visit was recorded
  };
  const Run* runThatHas(const std::vector<ProbedPlace>& places, bool everyVisit = true) const;

  const RequireOptions& options_;
  const Listeners& listeners_;
  const StopFlag* stop_;
  std::vector<Run> runs_;
  std::map<std::string, std::vector<explore::SeedInput>> states_;  // by place and cells: many statements have the same
};

}  // namespace cleave::driver
