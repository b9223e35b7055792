// Functions of the C and C++ libraries that the VM itself carries out, by linker name. Those that plain C can say (strlen, qsort, ...) are
// in models/.
#pragma once

#include <span>
#include <string_view>

#include "vm/private/machine.h"

namespace cleave::vm {

// `signature` names the result and then the parameters: v void, i int, l 64-bit integer, p pointer, f float, d double, * variable
// arguments. A function of that name with another signature is somebody else's.
struct NamedBuiltin {
  std::string_view name;
  std::string_view signature;
  Builtin function;
};

std::span<const NamedBuiltin> memoryBuiltins();  // builtins_memory.cpp: malloc and its kin, operator new, memcpy
std::span<const NamedBuiltin> stdioBuiltins();   // builtins_stdio.cpp: printf and its kin
std::span<const NamedBuiltin> mathBuiltins();    // builtins_math.cpp
std::span<const NamedBuiltin> loopBuiltins();    // loops.cpp
std::span<const NamedBuiltin> modelBuiltins();   // builtins_model.cpp: what the models of models/ ask of the VM

}  // namespace cleave::vm
