// Lines of both sides for changes whose code stands on one side only. An edit need not leave an instruction on both sides (`x = i` becomes
// `x = i + 1`, and the copy is no instruction), but whoever reads the report wants to see the line that was edited. The source tells: lines
// of the two functions that correspond as text. Where the sources cannot be read, instructions that correspond tell some of it.
//
// For reports only: nothing is decided by these lines.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "change/hunks.h"
#include "change/match.h"
#include "program/program.h"

namespace cleave::change {

void completeLines(std::vector<Hunk>& hunks, const Match& match, const Both<FunctionOf>& functions,
                   const std::function<std::vector<std::string>(Side side, const std::string& file)>& linesOf);

}  // namespace cleave::change
