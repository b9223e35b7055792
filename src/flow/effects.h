// What a piece of code may do, with all that it may call: which objects it may write, whether it may print, end the run or keep it from
// ending, free memory or execute changed code. Asked for regions of branches: had the branch gone otherwise, this is what might have
// happened instead.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "flow/control.h"
#include "flow/definedness.h"
#include "flow/ending.h"
#include "flow/library.h"
#include "flow/points_to.h"

namespace cleave::flow {

enum EffectFlags : uint32_t {
  kExits = 1,  // may trap, exit or abort, or run for ever: what comes behind may not come
  kPrintsStdout = 2,
  kPrintsStderr = 4,
  kFrees = 8,      // may free an object
  kChanges = 16,   // may execute a change
  kAnything = 32,  // unknown code: all of this, and any write
  // The same, by impacted code:
  kImpactedShift = 8,
  kImpactedExits = kExits << kImpactedShift,
  kImpactedStdout = kPrintsStdout << kImpactedShift,
  kImpactedStderr = kPrintsStderr << kImpactedShift,
  kImpactedFrees = kFrees << kImpactedShift,
  kEverything = 63 | (63u << kImpactedShift),
};

struct Effects {
  SiteSet writes;
  uint32_t flags = 0;

  bool any() const { return flags != 0 || !writes.empty(); }
  bool mayWrite(SiteId site) const { return (flags & kAnything) != 0 || writes.contains(site); }
  bool add(const Effects& other) {
    const uint32_t before = flags;
    flags |= other.flags;
    return writes.add(other.writes) || flags != before;
  }
};

// What is known of single instructions and phis from the comparison with the other version.
struct CodeMarks {
  enum : uint8_t { kChanged = 1, kImpacted = 2 };
  bool tellImpacted = false;                            // otherwise nobody knows what is
  std::vector<std::vector<uint8_t>> instructions;       // by function, by instruction
  std::vector<std::vector<std::vector<uint8_t>>> phis;  // by function, by block, by phi
};

class EffectTable {
 public:
  EffectTable(const PointsTo& pointsTo, const Definedness& definedness, const CodeMarks& marks);

  const PointsTo& pointsTo() const { return pointsTo_; }
  const Control& control(program::FunctionId function) const { return controls_[function.value]; }  // of a reached function
  const Effects& ofFunction(program::FunctionId function) const { return functions_[function.value]; }
  Effects ofInstruction(program::FunctionId function, program::InstIndex instruction) const;
  const Effects& ofRegion(program::FunctionId function, program::BlockIndex branch) const;

  // Some loop that is sure to end is left out of what a claim relies on, although it may run longer in one version than in the other.
  bool leavesOutLoops() const;

  // Whether an instruction may end the run by what it looks at, not by what it calls.
  bool mayTrap(program::FunctionId function, const program::Instruction& instruction) const;

 private:
  Effects ofBlock(program::FunctionId function, program::BlockIndex block) const;
  void addCall(program::FunctionId function, const program::Instruction& call, Effects& effects) const;
  GoesOn goesOn(program::FunctionId function, program::InstIndex index) const;
  bool libraryMayTrap(program::FunctionId function, const program::CallInfo& call, const LibraryFunction& library) const;
  bool isSafeAccess(program::FunctionId function, program::Operand address, uint64_t bytes, bool write) const;

  const PointsTo& pointsTo_;
  const Definedness& definedness_;
  const program::Program& program_;
  const CodeMarks& marks_;
  std::vector<Control> controls_;
  std::vector<std::vector<GoesOn>> endless_;  // by function, by block
  std::vector<bool> recursive_;               // by function
  std::vector<Effects> functions_;
  mutable std::vector<std::vector<std::unique_ptr<Effects>>> regions_;  // by function, by block; made when asked for
  mutable std::vector<std::vector<std::unique_ptr<Effects>>> blocks_;
};

}  // namespace cleave::flow
