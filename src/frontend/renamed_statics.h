// Static variables of functions that have another name in after, and nothing else: before is given the new names, so that equal names mean
// the same thing in both versions. Nobody but the function can tell what they are called. Since they start alike and are compared behind
// every call, what is found of one call holds of any number of them; a wrong guess would show as a difference of what they hold.
#pragma once

#include <vector>

#include "frontend/compile.h"

namespace cleave::frontend {

// Rewrites the bitcode that jobs of before have made. Only where a function has one such variable of a type and initial value on each side.
// The jobs must have run, and be named (frontend/units.h).
void adoptStaticNames(const std::vector<CompileJob>& before, const std::vector<CompileJob>& after);

}  // namespace cleave::frontend
