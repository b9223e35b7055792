// Formulas of registers: what a register holds, as an expression over the registers that it is computed from by pure integer operations
// alone. Of both versions, over shared symbols: a register that is clean and its partner in the other version are one symbol.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "change/change.h"
#include "change/impact.h"
#include "explore/same_values.h"
#include "expr/pool.h"
#include "program/program.h"
#include "support/both.h"

namespace cleave::explore {

// How far back a formula goes.
enum class Depth {
  FirstClean,  // to the first clean registers
  Inputs,      // through clean registers, too, as long as they are computed by pure operations
  Partners,    // as far, and to registers with partners, clean or not: they may turn out to be once the formula is known
};

// The two versions of a matched function.
class FunctionFormulas {
 public:
  FunctionFormulas(const change::FunctionPair& pair, const VersionFlow& before, const VersionFlow& after, expr::ExprPool& pool);

  // What is clean now. `anyInput`: take registers with partners for clean, whatever they are.
  void setImpact(const change::Impact& impact, bool anyInput);

  // Invalid when there is none. Adds the registers of before that the symbols stand for.
  expr::ExprId formulaOf(Side side, program::Reg reg, Depth depth, std::set<program::Reg>& inputs);

  bool isImpacted(Side side, program::Reg reg) const;
  // The register of the other version that partners define; UINT32_MAX: none.
  program::Reg partnerOf(Side side, program::Reg reg) const { return halves_.of(side).partners[reg]; }
  program::Type typeOf(Side side, program::Reg reg) const { return halves_.of(side).function->facts.definitions[reg].type; }
  program::FunctionId id(Side side) const { return halves_.of(side).id; }
  const program::Function& function(Side side) const { return *halves_.of(side).function; }

 private:
  struct Half {
    const VersionFlow* flow = nullptr;
    program::FunctionId id;
    const program::Function* function = nullptr;
    std::vector<program::Reg> partners;  // by register
    const change::ImpactSide::Function* impact = nullptr;
  };
  struct Known {
    expr::ExprId expr;
    std::set<program::Reg> inputs;
  };
  using Environment = std::vector<expr::ExprId>;  // by register of a called function

  void pairRegisters(const change::Matching& matching);
  bool isInput(Side side, program::Reg reg, Depth depth) const;
  expr::ExprId symbolOf(program::Reg before);
  expr::ExprId compute(Side side, program::Reg reg, Depth depth, std::set<program::Reg>& inputs);
  expr::ExprId constantOf(const program::Function& function, program::Operand operand) const;
  expr::ExprId callOf(Side side, const program::Instruction& call, Depth depth, std::set<program::Reg>& inputs);
  expr::ExprId bodyOf(const program::Program& program, const program::Function& callee, Environment registers, unsigned nesting);
  template <class OperandOf>
  expr::ExprId apply(const program::Function& function, const program::Instruction& instruction, OperandOf&& operandOf);

  expr::ExprPool& pool_;
  Both<Half> halves_;
  bool anyInput_ = false;
  std::map<program::Reg, expr::ExprId> symbols_;  // by register of before
  std::map<std::tuple<Side, program::Reg, Depth>, Known> known_;
  unsigned nodes_ = 0;  // of the formula being made
};

}  // namespace cleave::explore
