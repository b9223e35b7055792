// Which functions do the same with all that they may call, and which globals are the same with all that they lead to.
#pragma once

#include <cstdint>
#include <vector>

#include "change/change.h"
#include "change/symbols.h"
#include "program/meaning.h"

namespace cleave::change {

// Globals that correspond, in the order of `after`.
std::vector<GlobalMatch> pairGlobals(const Both<KeyedVersion>& versions, program::Meanings& meanings);

// Sets sameDeep of the pairs (their sameCode and sameMeaning are known). The greatest solution: a function loses it only for a reason, and
// recursion is none.
void findSameDeep(const Both<KeyedVersion>& versions, const std::vector<GlobalMatch>& globals, std::vector<FunctionPair>& functions);

// For each pair of `changes`: does it the same with all that it may call, if those of `proved` (by pair) do the same, whoever calls them?
// The static constructors are not looked at.
std::vector<bool> sameGiven(const Both<const program::Program&>& programs, const Changes& changes, const std::vector<bool>& proved);

// The static constructors of both versions are the same, in the same order, and do the same. (When not, any function may meet other
// globals.)
bool sameConstructors(const Both<KeyedVersion>& versions, const std::vector<FunctionPair>& functions);

// For each global of a version: the first pair (index in `globals`) with another initialiser that is the global itself or that its
// initialiser leads to; UINT32_MAX when there is none.
std::vector<uint32_t> changedGlobalBehind(const KeyedVersion& version, const std::vector<GlobalMatch>& globals);

}  // namespace cleave::change
