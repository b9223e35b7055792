// Makes a failing pair small: drops statements, functions and variables from both versions alike, replaces statements by their bodies and
// expressions by parts of them or by constants, as long as it still fails in the same way.
#pragma once

#include <functional>
#include <vector>

#include "oracle.h"

namespace cleave::soundness {

// Which of the candidates fail as the pair did. They have different prefixes, so that all can stand in one file.
using StillFails = std::function<std::vector<bool>(const std::vector<Pair>& candidates)>;

// Ends when no smaller pair fails, or when `goOn` says so.
Pair reduce(Pair pair, const StillFails& stillFails, const std::function<bool()>& goOn);

// All pairs that are one step smaller, those that lack most first.
std::vector<Pair> smallerPairs(const Pair& pair);

// The same program by another name.
Program withPrefix(Program program, const std::string& prefix);

size_t linesOf(const Program& program);

}  // namespace cleave::soundness
