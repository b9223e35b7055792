// Names of the linker as the source has them, for texts that people read: "number.value" for "_ZL6number.value". JSON, formulas and replays
// keep the linker's, which are unique; where two would read alike in an entry, they stay as they are.
#pragma once

#include "result/result.h"

namespace cleave::report {

void useSourceNames(result::EntryResult& entry);

// C++ names as people write them (support/cxx_names.h), for texts that nobody reads back.
void useShortNames(result::EntryResult& entry);

}  // namespace cleave::report
