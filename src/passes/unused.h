// What -O0 code generation leaves out: a value that nobody uses is not computed, and so `*p;` does not stop where p is null, nor `x / y;` where y
// is zero. Kept, both versions would end there alike, and what they do behind it would not be compared; natively they go on.
#pragma once

namespace llvm {
class Function;
}

namespace cleave::passes {

// On the compiler's own output, before anything else makes values that nobody uses. `keepSums`: what may overflow stays, since somebody asks
// whether it does.
void dropUnused(llvm::Function& function, bool keepSums);

}  // namespace cleave::passes
