// How far into an object the code may reach: a bound of the input plan that no run can come near needs no mention. Offsets are followed
// where they are constants, through registers, memory (without regard to fields) and calls; everything else reaches anywhere. So does all
// of a program that is too large to be followed in a moment.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "flow/points_to.h"

namespace cleave::flow {

class Extents {
 public:
  static constexpr uint64_t kMostWork = 2'000'000;  // targets that are looked at: less than a second
  // Accesses of `except` do not count: the harness that fills the objects.
  Extents(const PointsTo& pointsTo, program::FunctionId except, uint64_t mostWork = kMostWork);

  // The bytes of the object that may be read or written end here; nothing: they may end anywhere.
  std::optional<uint64_t> of(SiteId site) const;

 private:
  // Where in an object a pointer points: nothing is anywhere. A site that is not in the map is not pointed to.
  using Offset = std::optional<int64_t>;
  using Targets = std::map<SiteId, Offset>;

  bool visit(program::FunctionId id);
  bool visitInstruction(program::FunctionId id, const program::Instruction& i);
  bool visitCall(program::FunctionId id, const program::Instruction& i);
  void countAccesses(program::FunctionId id);
  void touch(program::FunctionId id, program::Operand pointer, std::optional<uint64_t> bytes);
  Targets targetsOf(program::FunctionId id, program::Operand operand);
  Targets anywhere(const SiteSet& sites);
  bool isTooMuch(uint64_t work);
  bool join(Targets& to, const Targets& from);
  std::optional<int64_t> constantOf(program::FunctionId id, program::Operand operand, program::Type type) const;

  const PointsTo& pointsTo_;
  const program::Program& program_;
  program::FunctionId except_;
  uint64_t mostWork_;
  std::vector<std::map<program::Reg, Targets>> registers_;  // by function
  std::vector<std::vector<Targets>> results_;
  std::map<SiteId, Targets> contents_;
  std::map<SiteId, Offset> ends_;
  uint64_t work_ = 0;  // targets that were looked at
  bool isGivenUp_ = false;
};

}  // namespace cleave::flow
