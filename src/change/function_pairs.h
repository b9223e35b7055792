// Which functions of the two versions are versions of one function. In this order, each function at most once:
//   what the user says;
//   the same name for the linker, which tells statics of equal names apart by their files (frontend/units.h);
//   the same name in the source, where it names one function of each side that is left (a C++ function whose parameters changed);
//   bodies that are alike (a renamed function).
//
// A wrong pair costs precision, never soundness: whatever is paired is compared, and marked where it differs. What is needed for that is
// only that the pairs are one to one.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "change/change.h"
#include "program/program.h"
#include "support/both.h"

namespace cleave::change {

struct FunctionMatch : Both<program::FunctionId> {
  PairedBy by = PairedBy::LinkerName;
};

// In the order of `after`.
std::vector<FunctionMatch> pairFunctions(const Both<const program::Program&>& programs,
                                         const std::vector<std::pair<program::FunctionId, program::FunctionId>>& given);

// The pairs that are known, and by the linker's name those of functions that came since.
std::vector<FunctionMatch> pairAdded(const Both<const program::Program&>& programs, const std::vector<FunctionPair>& known);

// As the source calls it, without its parameters and without its file: what several functions may share.
std::string sourceName(const program::Function& function);
// "ns::f" of "ns::f(int) const"; a name without parameters is itself.
std::string withoutParameters(const std::string& display);

}  // namespace cleave::change
