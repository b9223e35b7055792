// When two native runs differ as a user would see it.
#pragma once

#include "native/replay.h"
#include "native/script.h"
#include "result/criterion.h"
#include "result/guarantee.h"

namespace cleave::native {

// As what the end of a native run counts: a signal or a sanitizer's report is a trap.
result::OutcomeKind outcomeOf(ReplayObservation::End end);

// Whether the driver is still there to print cells.
inline bool showsCells(ReplayObservation::End end) { return result::isSeenNatively(result::Observable::Globals, outcomeOf(end)); }

// A run that was ended by a limit of ours: it proves nothing.
bool isLimited(const ReplayObservation& observation);

// Equal ends, cells (see CellPlan::Row::compared) and texts, as far as they are seen natively at that end (result/guarantee.h). After a
// crash the last words of the C++ runtime stand for stderr. Of texts, files and exit statuses only what counts is compared; of cells, all
// that were asked for. Neither run may be limited.
bool differ(const ReplayObservation& before, const ReplayObservation& after, const CellPlan& plan, const result::Criterion& criterion = {});

// They differ, but in nothing else than pointers of which one leads into an input, not to its beginning, and the other one nobody knows where
// to: far behind the end of an object there may be another one in one version, and nothing in the other.
bool differFarBehindObjects(const ReplayObservation& before, const ReplayObservation& after, const CellPlan& plan, const result::Criterion& criterion = {});

// The plan without the cells in which a version shows something else when it runs again (an address, read as bytes).
struct Twice {
  const ReplayObservation& first;
  const ReplayObservation& second;
};
CellPlan steadyPart(CellPlan plan, const Twice& before, const Twice& after);

}  // namespace cleave::native
