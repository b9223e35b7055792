// `cleave diff --expected`: each difference between before and after as a step towards a third version that is known to be right, or away
// from it. Both versions are compared with that one, too; then it is a question to the solver in which of these partitions a difference lies.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "driver/diff_projects.h"
#include "driver/journal.h"
#include "driver/listeners.h"
#include "result/expected.h"
#include "result/result.h"
#include "support/both.h"
#include "support/budget.h"
#include "support/expected.h"

namespace cleave::driver {

struct ExpectedVersion {
  std::string words;                       // as the user names it
  frontend::Sources sources;               // files,
  std::optional<ProjectOptions> projects;  // or a project, in `places.after`; its other place is not looked at
};

// An entry of a version compared with the expected one, whole.
using CompareWithExpected = std::function<Expected<result::EntryResult>(Side side, const result::EntryResult& entry)>;

// `entry` is whole, and compares before and after.
result::EntrySteps stepsOf(const result::EntryResult& entry, const CompareWithExpected& compare, const StopFlag* stop);

// Of all entries that differ. `options` and, of projects, `given` are what before and after were compared with.
Expected<result::ExpectedResult> stepsTowards(const ExpectedVersion& expected, const DiffOptions& options,
                                              const std::optional<ProjectOptions>& given, const result::Result& found,
                                              const result::WholeEntry& whole, const Listeners& listeners, const StopFlag* stop);

}  // namespace cleave::driver
