// The inputs of a whole program: the words of argv and what stdin holds, by templates.
#pragma once

#include "inputs/plan_builder.h"

namespace cleave::inputs {

// Fills in main's arguments, and stdin for any entry that asks for it.
void planMain(PlanBuilder& builder);
void planStdin(PlanBuilder& builder);

}  // namespace cleave::inputs
