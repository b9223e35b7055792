// Compares the control flow of matched functions with everything that is out of step left out. From each item in step the next one must be
// the same in both versions, whatever code out of step lies between; then the items in step run in the same order, and as often, in both.
// What does not fit is put out of step.
#pragma once

#include "change/joint.h"

namespace cleave::change {

void compareFlow(Joint& joint);

}  // namespace cleave::change
