// `cleave log` and `cleave bisect`: the revisions of a git repository, each compared with the one before it, or with a good one. Each is built once; what was found of two
// revisions is remembered as a whole, so that a history that is known takes no builds.
#pragma once

#include <optional>
#include <string>

#include "driver/diff_projects.h"
#include "driver/test_inputs.h"
#include "result/history.h"

namespace cleave::driver {

struct HistoryOptions : DiffOptions {
  ProjectOptions projects;  // how they are built; `places` are not looked at
  std::string range;        // A..B, or one revision: all up to it
  size_t most = 0;          // revisions, the last ones; 0: all
  std::optional<TestInput> test;  // bisect: this input; none: any
};

// A row as soon as it is known, too.
using RowListener = std::function<void(const result::HistoryRow& row)>;

// With an entry, only revisions that touched it.
Expected<result::History> log(const HistoryOptions& options, const Listeners& listeners, const RowListener& heard, const StopFlag* stop);
Expected<result::Bisection> bisect(const HistoryOptions& options, const Listeners& listeners, const RowListener& heard, const StopFlag* stop);

}  // namespace cleave::driver
