// Whether a native run did what the VM said it would. A difference that shows natively confirms a prediction only if both runs are as they
// were predicted, as far as C gives them a meaning.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "native/replay.h"
#include "result/criterion.h"
#include "vm/run.h"

namespace cleave::driver {

// What the native run shows otherwise: "returned, predicted trapped", "return = 0x00000003, predicted 0x00000004". Empty: nothing, or the
// run has no meaning. Pointers are compared by whether they are null; of files nothing is looked at.
std::string disagreement(const vm::Run& predicted, const std::vector<vm::ObservedCell>& globals, const native::ReplayObservation& shown,
                         bool sanitized, const result::Criterion& criterion);

// What a native run shows, in the form of result::Observation.
std::vector<std::pair<std::string, std::string>> shownValues(const native::ReplayObservation& shown);

}  // namespace cleave::driver
