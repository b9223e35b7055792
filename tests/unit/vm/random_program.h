// Random programs over all operations that are not about memory: straight lines, diamonds, switches, loops and calls, on values of many
// types.
#pragma once

#include "program_builder.h"
#include "support/random.h"

namespace cleave::vm::test {

struct RandomProgram {
  program::Program program;
  FunctionId entry;
  std::vector<Type> parameters;
  std::vector<std::vector<Typed>> written;  // by block of the entry: the registers that it writes, phis too
};

struct RandomShape {
  std::vector<Type> parameters;
  std::vector<Type> types;  // what values may have
  unsigned size = 20;       // instructions per line, roughly
  bool undefined = true;
  bool pointers = true;
};

RandomProgram randomProgram(const RandomShape& shape, uint64_t seed);

// Patterns that are worth trying: small numbers, bounds, NaN, infinities, zeros, denormals, any.
U128 interestingBits(Type type, Random& random);

}  // namespace cleave::vm::test
