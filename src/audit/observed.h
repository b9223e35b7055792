// Compares what a native run showed with what the result says of it: how the run ended, and the value of each cell that the run and the
// result both have; of the witness as the observations tell, of every member as the expressions do.
#pragma once

#include <string>

#include "audit/load.h"
#include "audit/native_judge.h"

namespace cleave::audit {

// What contradicts the result's words, or nothing. `isWitness`: the observations are about this very run.
std::string contradiction(const LoadedEntry& entry, const LoadedPartition& partition, const Values& input, const NativeRuns& runs,
                          const result::Criterion& criterion, bool isWitness);

}  // namespace cleave::audit
