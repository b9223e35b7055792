// Both runs of an input side by side, as lines (run_lines.h): those that correspond stand in one row, and one row is where the runs part
// (parting.h). A line that was passed many times is there a few times, the first and the last ones; so there are few rows, however long the
// runs are.
#pragma once

#include "explore/explore.h"
#include "result/runs.h"
#include "support/both.h"
#include "vm/trace.h"

namespace cleave::explore {

result::Runs rowsOf(const Task& task, const Both<vm::Trace>& traces);

}  // namespace cleave::explore
