// What the changes may influence, in both versions together: through values, memory, control flow and calls. What is left is clean: on
// every input, a clean instruction has the same instances with the same values in both versions (as far as both runs get: a trap or exit in
// impacted code may end one of them earlier).
//
// Two notions:
//   in step   an instruction whose instances correspond in both versions, one to one and in the same order, whatever its values are;
//   clean     in step, and its values are the same, too.
#pragma once

#include <cstdint>
#include <vector>

#include "change/change.h"
#include "flow/points_to.h"
#include "program/program.h"

namespace cleave::change {

struct ImpactSide {
  struct Function {
    std::vector<uint8_t> instructions;       // impacted, by instruction
    std::vector<std::vector<uint8_t>> phis;  // by block
    std::vector<uint8_t> parameters;
    // Numbers of what is clean and read by impacted code, from 1, the same in both versions; 0: not so.
    std::vector<uint32_t> instructionLeaves;
    std::vector<std::vector<uint32_t>> phiLeaves;
    std::vector<uint32_t> parameterLeaves;
  };
  std::vector<Function> functions;  // by FunctionId; those that are not reached are empty
  flow::SiteSet sites;              // whose contents are impacted
};

struct Impact {
  ImpactSide before;
  ImpactSide after;
  uint32_t leafCount = 0;
};

Impact findImpact(const Changes& changes, const flow::PointsTo& before, const flow::PointsTo& after);

}  // namespace cleave::change
