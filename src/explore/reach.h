// May an entry come to a change at all, whatever its inputs are? A constructor that mentions the table of virtual functions of a class, one of
// which changed, calls none of them: that no input within the bounds comes to the change is no matter of the bounds.
#pragma once

#include "explore/explore.h"

namespace cleave::explore {

// Sound direction: true when in doubt. Through a pointer a function of the type of those that are known to be called there may be called.
bool mayComeToChange(const Task& task);

}  // namespace cleave::explore
