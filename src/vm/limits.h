// How far a run goes before it counts as unfinished.
#pragma once

#include <cstdint>

namespace cleave::vm {

struct RunLimits {
  uint64_t steps = 10'000'000;
  uint64_t memoryBytes = uint64_t{1} << 30;  // of the program under test, with shadows
  uint32_t depth = 10'000;                   // calls
  uint32_t symbolicCells = 4096;  // elements that one access with a symbolic index may range over; beyond, the address is a decision
};

}  // namespace cleave::vm
