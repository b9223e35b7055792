// When two native runs differ as a user would see it.
#pragma once

#include "native/replay.h"
#include "native/script.h"

namespace cleave::native {

// A run that was ended by a limit of ours: it proves nothing.
bool isLimited(const ReplayObservation& observation);

// Equal ends, cells (see CellPlan::Row::compared) and texts. After a crash what stderr says is not compared: it is the C library's or the
// sanitizer's message, with addresses and line numbers. Neither run may be limited.
bool differ(const ReplayObservation& before, const ReplayObservation& after, const CellPlan& plan);

}  // namespace cleave::native
