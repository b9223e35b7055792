// The points of a function: where in its code they are and how each variable is read there. On a module as clang makes it at -O0, before
// any pass; nothing is changed.
#pragma once

#include <llvm/IR/Function.h>

#include <memory>
#include <vector>

#include "points/private/initialised.h"
#include "points/private/variables.h"

namespace cleave::points {

// Whether a local variable has a value: known here and now, or kept track of at run time (shadows.h).
struct Presence {
  const llvm::AllocaInst* owner = nullptr;  // null: it has
  Mask mask = 0;
};

struct Site {
  probes::Point point;  // with the variables below, and at exits those on entry behind them
  llvm::Instruction* before = nullptr;
  std::vector<Readable> readable;
  std::vector<Presence> presence;  // of each
};

struct FunctionSites {
  llvm::Function* function = nullptr;
  std::unique_ptr<Initialised> initialised;
  std::vector<Site> sites;  // the entry first
};

// Is there anything to see in it: a body, with debug information, of the user's own?
bool hasPoints(const llvm::Function& function);
// A statement of a function, by where its code begins.
struct StatementPlace {
  std::string function;  // the linker's name
  uint32_t line = 0;
  uint32_t column = 0;
  std::vector<std::string> reads = {};  // paths (paths.h) of what is to be read there besides the variables themselves
};
FunctionSites sitesOf(llvm::Function& function, const std::vector<StatementPlace>& statements = {});
// These, and behind them a Step where the code of a line begins, in each block anew.
FunctionSites stepsOf(llvm::Function& function);

}  // namespace cleave::points
