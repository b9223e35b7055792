// One direction for every conditional branch. `if (!(a < b)) x(); else y();`, `if (a >= b) x(); else y();` and `if (a < b) y(); else x();`
// are the same branch, and so should they be in the lowered program: then a rewriting of one into another is no change at all, and neither
// is De Morgan applied to a short-circuit condition. Nothing but the names of the two ways is changed: no undefined behaviour is exploited,
// nothing is moved.
#pragma once

namespace llvm {
class Function;
}

namespace cleave::passes {

void directBranches(llvm::Function& function);

}  // namespace cleave::passes
