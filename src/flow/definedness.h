// Which values may be undefined (uninitialised) in some run: what decides where a look at a value may trap. As coarse as points_to.h.
#pragma once

#include <vector>

#include "flow/points_to.h"

namespace cleave::flow {

class Definedness {
 public:
  explicit Definedness(const PointsTo& pointsTo);

  bool mayBeUndefined(program::FunctionId function, program::Operand operand) const;
  bool mayReturnUndefined(program::FunctionId function) const;

 private:
  bool visit(program::FunctionId function);
  bool visitInstruction(program::FunctionId id, const program::Instruction& instruction);
  bool visitCall(program::FunctionId id, const program::Instruction& instruction);
  bool raise(program::FunctionId function, program::Reg reg, bool undefined);
  bool raiseContents(const SiteSet& sites, bool undefined);
  bool anyContents(const SiteSet& sites) const;

  const PointsTo& pointsTo_;
  const program::Program& program_;
  std::vector<std::vector<bool>> registers_;  // by function
  std::vector<std::vector<bool>> results_;
  std::vector<bool> contents_;  // by site
};

}  // namespace cleave::flow
