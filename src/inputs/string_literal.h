// String literals in the code of a program.
#pragma once

#include <string>

#include "program/program.h"

namespace cleave::inputs {

// The text that the operand points to, up to its end; empty when it is no literal.
inline std::string literalAt(const program::Program& program, const program::Function& function, program::Operand operand) {
  if (!operand.isConstant()) return "";
  const program::Constant& constant = function.constants[operand.index()];
  if (constant.kind != program::Constant::Kind::Global) return "";
  const program::Global& global = program.globals[constant.target];
  std::string text;
  for (uint64_t i = constant.bits; i < global.bytes.size() && global.bytes[i] != 0; ++i) text += static_cast<char>(global.bytes[i]);
  return text;
}

}  // namespace cleave::inputs
