// What a tracked run needs to know beforehand of the program, besides its code: the effects of regions, and from the comparison with the
// other version which code is changed, which is impacted, and where impacted code reads clean values.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "expr/pool.h"
#include "flow/effects.h"
#include "vm/rules.h"

namespace cleave::vm {

// The symbols of leaves, shared by both versions: a leaf is an instance of a clean instruction that impacted code reads.
class LeafSymbols {
 public:
  explicit LeafSymbols(expr::ExprPool& pool) : pool_(pool) {}
  expr::SymbolId symbol(uint32_t leaf, uint32_t instance, expr::Sort sort);

 private:
  expr::ExprPool& pool_;
  std::map<std::tuple<uint32_t, uint32_t, expr::Sort>, expr::SymbolId> symbols_;
};

// Of an instruction, a phi or a parameter.
struct CodeNote {
  bool impacted = false;
  bool proved = false;  // clean, although changed or reading what is impacted: both versions were proved to do the same here
  bool traps = false;   // may trap by what it looks at
  uint32_t change = 0;  // the change it belongs to; 0: none, or proved
  uint32_t leaf = 0;    // clean, and read by impacted code: 1 + its number, the same in both versions; 0: no leaf
};

struct FunctionNotes {
  std::vector<CodeNote> instructions;
  std::vector<std::vector<CodeNote>> phis;  // by block
  std::vector<CodeNote> parameters;
  enum Leaf : uint8_t { kNoLeaf, kLeaf, kLeafOrUndefined };
  std::vector<uint8_t> leafRegisters;  // defined by something with a leaf; where it may be undefined, whoever looks at it may end the run
};

struct TrackPlan {
  const flow::EffectTable* effects = nullptr;
  std::vector<FunctionNotes> functions;  // by FunctionId; those that are not reached are empty
  LeafSymbols* leaves = nullptr;
  uint32_t leafCount = 0;
  bool anyProved = false;  // some note is
  Rules rules;
};

}  // namespace cleave::vm
