// An entry: the function that is compared, with one input plan for both versions. Parameters match by name, then by position; one that
// exists on one side only is an input that this side alone reads.
#pragma once

#include <string>
#include <vector>

#include "expr/pool.h"
#include "program/program.h"
#include "vm/run.h"

namespace cleave::explore {

struct Entry {
  std::string name;
  vm::EntryBinding before;
  vm::EntryBinding after;
  vm::InputPlan plan;
  std::vector<std::string> assumptions;  // what the plan takes for granted
  std::string unsupported;               // why this entry cannot be explored; empty when it can
};

// Adds the plan's symbols to the pool.
Entry makeEntry(const program::Program& before, program::FunctionId beforeFunction, const program::Program& after,
                program::FunctionId afterFunction, expr::ExprPool& pool);

}  // namespace cleave::explore
