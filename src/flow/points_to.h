// Which objects a value may point to, for all runs that start at an entry (or in a static constructor): inclusion-based, over the whole
// program, without regard to order, calling context or fields. Sound for the VM's memory: there a pointer to an object always stems from
// the object's own address, however it was stored, copied or computed with, and all of that is followed here.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "flow/site_set.h"
#include "program/program.h"

namespace cleave::flow {

struct Site {
  enum class Kind : uint8_t { Global, Function, Alloca, Heap, ByValue, Variadic, Result };
  Kind kind = Kind::Global;
  uint32_t source = 0;       // GlobalId or FunctionId value; otherwise the function that makes it, or (ByValue, Variadic) gets it
  uint32_t instruction = 0;  // Alloca, Heap: that makes it; ByValue: the parameter
};

class PointsTo {
 public:
  PointsTo(const program::Program& program, program::FunctionId entry);

  const program::Program& program() const { return program_; }
  program::FunctionId entry() const { return entry_; }
  const std::vector<Site>& sites() const { return sites_; }
  bool reaches(program::FunctionId function) const { return reached_[function.value]; }  // it may run
  const std::vector<program::FunctionId>& reached() const { return order_; }

  // What a value may point to: an operand of a reached function.
  const SiteSet& behind(program::FunctionId function, program::Operand operand) const;
  // The functions that a call may enter: with a body or without.
  std::vector<program::FunctionId> targets(program::FunctionId function, const program::Instruction& call) const;
  const SiteSet& contents(SiteId site) const { return contents_[site.value]; }
  // With what three pointers in a row lead to: a va_list leads to the arguments, and these to strings.
  SiteSet reachable(const SiteSet& from) const;

  // Invalid for what no reached function makes. Those of globals and functions are numbered as these are, since there is one for each of a
  // whole program.
  SiteId siteOf(Site::Kind kind, uint32_t source, uint32_t instruction = 0) const;

 private:
  void reach(program::FunctionId function);
  SiteId makeSite(Site::Kind kind, uint32_t source, uint32_t instruction = 0);
  SiteSet& registerSet(program::FunctionId function, program::Reg reg) { return registers_[function.value][reg]; }
  SiteSet constantSet(const program::Constant& constant) const;

  bool visit(program::FunctionId function);  // one round; whether anything was new
  bool visitInstruction(program::FunctionId id, const program::Instruction& instruction, uint32_t index);
  bool joinOperands(program::FunctionId id, const program::Instruction& instruction);
  bool visitMemory(program::FunctionId id, const program::Instruction& instruction, uint32_t index);
  bool visitVarArgs(program::FunctionId id, const program::Instruction& instruction);
  bool visitReturn(program::FunctionId id, const program::Instruction& instruction);
  bool visitCall(program::FunctionId id, const program::Instruction& instruction, uint32_t index);
  bool enterBody(program::FunctionId caller, const program::CallInfo& call, program::FunctionId callee);
  bool enterLibrary(program::FunctionId caller, const program::CallInfo& call, program::FunctionId callee, uint32_t index);
  bool store(const SiteSet& to, const SiteSet& what);
  bool copyContents(const SiteSet& to, const SiteSet& from);

  const program::Program& program_;
  program::FunctionId entry_;
  std::vector<Site> sites_;
  std::map<std::tuple<Site::Kind, uint32_t, uint32_t>, SiteId> siteIds_;  // of what is neither a global nor a function
  std::vector<SiteSet> contents_;                                         // by site
  std::vector<bool> reached_;                                             // by function
  std::vector<program::FunctionId> order_;                                // of the reached ones
  std::vector<std::vector<SiteSet>> registers_;                           // by function, by register
  std::vector<std::vector<SiteSet>> constants_;                           // by function, by constant
  std::vector<std::vector<SiteSet>> results_;                             // by function, by result
  SiteSet none_;
};

// What was found out of entries of one program, which must not change meanwhile.
class PointsToCache {
 public:
  explicit PointsToCache(const program::Program& program) : program_(program) {}
  const PointsTo& from(program::FunctionId entry);

 private:
  const program::Program& program_;
  std::map<program::FunctionId, std::unique_ptr<PointsTo>> known_;
};

}  // namespace cleave::flow
