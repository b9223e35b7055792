// A function of the C library as the library has it. Our own compiler believes to know some of them: it takes sin for a function that
// leaves errno alone, swaps factors of fma and computes floor itself, which shows in errno and in the patterns of NaNs. Used where the VM
// calls the library in place of the program.
#pragma once

namespace cleave::vm {

template <class Function>
Function hidden(Function function) {
  asm volatile("" : "+r"(function));
  return function;
}

}  // namespace cleave::vm
