// `cleave require`: what the tests of a change must exercise.
//
//   build      both versions; what changed between them
//   spread     from each change, which statements depend on it within the distance (src/statements)
//   require    both versions evaluated from just before the change up to each such statement, and compared (driver/require_analysis.h)
//   sample     after once more with probes just before each change, and its tests run: the states that exploration looks at first
//   (driver/require_samples.h) measure    which requirements the tests satisfy; of later calls by running them without the change, too
//   (driver/require_later.h) search     inputs that satisfy what no test does, or the proof that there are none (driver/require_search.h)
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "driver/diff_projects.h"
#include "driver/listeners.h"
#include "driver/options.h"
#include "result/require.h"

namespace cleave::driver {

struct RequireOptions : Options {
  std::optional<ProjectOptions> projects;               // none: files
  unsigned distance = 2;                                // steps of dependence from a change
  unsigned iterations = 3;                              // of loops between a change and a statement
  unsigned statements = 40;                             // of one change
  std::vector<std::string> only;                        // changes in these functions and files; empty: all
  std::function<bool(const result::Change&)> isWanted;  // and for which this is true; null: all
  std::string tests;                                    // command for the shell, run where after is built; empty: nothing is measured
  std::string testList;       // "ctest", "gtest", or a command that prints the names of tests; empty: as `tests` tells
  bool measuresLater = true;  // the tests are run on after without the change, too
  Seconds testLimit{3600};
  bool augments = false;                               // tests are searched for what no test satisfies
  unsigned depth = 8;                                  // iterations of loops of such a test
  Clock::time_point until = Clock::time_point::max();  // the end of the total budget: from then on nothing more is looked at
  std::filesystem::path plugin;                        // of the probes
  std::filesystem::path runtime;
};

// What is left of the total budget for one change, if so many are still to be looked at in this part of the time; at most the budget of a
// change.
Seconds budgetOfChange(const RequireOptions& options, size_t changesLeft, double part);

Expected<result::RequireResult> require(const RequireOptions& options, const Listeners& listeners, const StopFlag* stop);

}  // namespace cleave::driver
