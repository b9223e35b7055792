// When two native runs differ as a user would see it.
#pragma once

#include "native/replay.h"
#include "native/script.h"
#include "result/criterion.h"

namespace cleave::native {

// A run that was ended by a limit of ours: it proves nothing.
bool isLimited(const ReplayObservation& observation);

// Equal ends, cells (see CellPlan::Row::compared) and texts. After a crash what stderr says is not compared: it is the C library's or the
// sanitizer's message, with addresses and line numbers. Of texts, files and exit statuses only what counts is compared; of cells, all that
// were asked for. Neither run may be limited.
bool differ(const ReplayObservation& before, const ReplayObservation& after, const CellPlan& plan, const result::Criterion& criterion = {});

}  // namespace cleave::native
