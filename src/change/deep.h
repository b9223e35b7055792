// Which functions do the same with all that they may call, and which globals are the same with all that they lead to.
#pragma once

#include <cstdint>
#include <vector>

#include "change/change.h"
#include "change/symbols.h"

namespace cleave::change {

// Globals of both versions that correspond.
struct GlobalPair {
  program::GlobalId before;
  program::GlobalId after;
  bool same = false;  // its own initialiser, size and kind
};
std::vector<GlobalPair> pairGlobals(const Side& before, const Side& after);

// Sets sameDeep of the pairs (their sameCode is known). The greatest solution: a function loses it only for a reason, and recursion is
// none.
void findSameDeep(const Side& before, const Side& after, const std::vector<GlobalPair>& globals, std::vector<FunctionPair>& functions);

// The static constructors of both versions are the same, in the same order, and do the same. (When not, any function may meet other
// globals.)
bool sameConstructors(const Side& before, const Side& after, const std::vector<FunctionPair>& functions);

// For each global of a side: the first pair (index in `globals`) with another initialiser that is the global itself or that its initialiser
// leads to; UINT32_MAX when there is none.
std::vector<uint32_t> changedGlobalBehind(const Side& side, const std::vector<GlobalPair>& globals);

// The constants of a function that its phis and instructions use: in operands, and as callees.
struct Mentions {
  std::vector<program::FunctionId> callees;    // of direct calls
  std::vector<program::FunctionId> functions;  // whose address is taken
  std::vector<program::GlobalId> globals;
  bool callsUnknown = false;  // calls through a pointer, or hands a pointer to code without a body, which may call through it
};
Mentions mentionsOf(const program::Program& program, const program::Function& function);

}  // namespace cleave::change
