// What grouping knows of partitions and inputs, without the machinery that found them.
#pragma once

#include <string>
#include <vector>

#include "expr/pool.h"

namespace cleave::groups {

// One scalar of the input.
struct Cell {
  std::string name;  // "line[0]", "n"
  std::string type;  // as the source says
  expr::SymbolId symbol;
  expr::Sort sort;
  bool isSigned = true;
  bool isFirstOfString = false;  // the first character of a string, whose others follow it; behind the last a zero is sure
};

// A partition: the inputs that satisfy all literals, and one of them.
struct Part {
  std::vector<expr::ExprId> literals;
  expr::Assignment witness;
  std::string place;  // where the two runs of the witness part: "after.c:17"; empty: they do not
};

}  // namespace cleave::groups
