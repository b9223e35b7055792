// What the changes may influence, in both versions together: through values, memory, control flow and calls. What is left is clean: on
// every input, a clean instruction has the same instances with the same values in both versions (as far as both runs get: a trap or exit in
// impacted code may end one of them earlier).
//
// Two notions:
//   in step   an instruction whose instances correspond in both versions, one to one and in the same order, whatever its values are;
//   clean     in step, and its values are the same, too.
//
// Code that was rewritten (x % 8 == 0 to (x & 7) == 0) is a change by its looks. Whoever can prove that two registers hold the same value
// anyway may say so (SameValue): then a matched instruction that reads one in before and the other in after reads the same, as long as what
// the proof stands on is clean.
#pragma once

#include <cstdint>
#include <vector>

#include "change/change.h"
#include "flow/points_to.h"
#include "program/program.h"
#include "support/both.h"

namespace cleave::change {

struct ImpactSide {
  struct Function {
    std::vector<uint8_t> instructions;       // impacted, by instruction
    std::vector<std::vector<uint8_t>> phis;  // by block
    std::vector<uint8_t> parameters;
    // Clean, although they read something impacted: it was proved the same.
    std::vector<uint8_t> provedInstructions;
    std::vector<std::vector<uint8_t>> provedPhis;
    // Numbers of what is clean and read by impacted code, from 1, the same in both versions; 0: not so.
    std::vector<uint32_t> instructionLeaves;
    std::vector<std::vector<uint32_t>> phiLeaves;
    std::vector<uint32_t> parameterLeaves;
  };
  std::vector<Function> functions;  // by FunctionId; those that are not reached are empty
  flow::SiteSet sites;              // whose contents are impacted
};

// Wherever both registers are current, at the same place of both runs, they hold the same value, provided that the inputs do. Both are
// computed from the inputs by pure operations alone. In SSA form the values that the inputs have then are those that the registers were
// computed from: an input dominates each step of the computation, and that the reader.
// There may be several for the same registers, with other inputs.
struct SameValue {
  program::FunctionId before;
  program::FunctionId after;
  program::Reg x = 0;                // of before
  program::Reg y = 0;                // of after
  std::vector<program::Reg> inputs;  // of before: parameters, phis and instructions with partners, which are the inputs of after
  bool opposite = false;  // truth values, one of which is true where the other is not: for branches, whose ways are then exchanged
};

struct SameValues {
  std::vector<SameValue> values;
  bool needCleanInputs = true;  // false makes claims unsound: for tests that show that it would be noticed
};

struct Impact : Both<ImpactSide> {
  uint32_t leafCount = 0;
};

Impact findImpact(const Changes& changes, const flow::PointsTo& before, const flow::PointsTo& after, const SameValues& same = {});

}  // namespace cleave::change
