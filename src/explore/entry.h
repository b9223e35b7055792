// An entry: the function that is compared, with one input space for both versions. Cells of the two input plans that have the same key are
// one cell; one that exists on one side only is an input that this side alone reads.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "change/change.h"
#include "expr/pool.h"
#include "inputs/plan.h"
#include "program/program.h"
#include "result/criterion.h"
#include "support/both.h"
#include "vm/run.h"

namespace cleave::explore {

// Which differences the user wants (intention.h).
struct Intention {
  expr::ExprId holds;                              // over the input cells and the results
  Both<std::optional<expr::SymbolId>> results;     // what the versions return, where the expression could speak of it
  bool speaksOfResults = false;                    // and it does
  std::string words;
};

// A size of the inputs (inputs/plan.h), its cells by their index in the input space.
using EntrySize = inputs::Size;

struct Entry {
  // An object that only the plan has: nobody else could mean it.
  bool isOfPlan(const std::string& global) const { return inputGlobals.contains(global) && global.starts_with(program::kInputMemory); }

  std::string name;
  vm::EntryBinding before;
  vm::EntryBinding after;
  vm::InputSpace space;
  std::vector<expr::ExprId> domain;       // conjunction: which values of the cells are inputs at all
  std::vector<std::string> bounds;        // of the input plan
  std::vector<EntrySize> sizes;           // that these bound
  std::vector<std::string> assumptions;   // what the plan takes for granted
  bool globalsStartFixed = true;          // none of them is an input
  bool startsProgram = false;             // it is main: globals do start with their initial values
  std::set<std::string> inputGlobals;     // the linker's names, in after
  std::set<std::string> firstCharacters;  // cells that are the first character of a string
  result::Criterion criterion;            // what of the observations counts
  std::map<std::string, expr::ValueWords> words;  // of enumerations, by the names of their types (vocabulary.h)
  std::optional<Intention> intention;     // none: no difference is wanted
  std::string unsupported;                // why this entry cannot be explored; empty when it can
};

// The plans of both versions. Parameters correspond by position, as callers see them; where their number changed, by name, in order. Those
// of before are called as their partners in after.
struct EntryPlans {
  inputs::Plan before;
  inputs::Plan after;
  std::vector<std::string> assumptions;
};
EntryPlans planEntry(const program::Program& before, program::FunctionId beforeFunction, const program::Program& after,
                     program::FunctionId afterFunction, const inputs::Options& options, const change::Changes& changes);

// Adds the cells' symbols to the pool. The functions in the bindings take the cells of their plan in order.
Entry makeEntry(const std::string& name, const EntryPlans& plans, const vm::EntryBinding& before, const vm::EntryBinding& after,
                expr::ExprPool& pool);

// The bounds of the plans that some run may come near: those of objects that code reaches into far enough.
std::vector<std::string> boundsThatMatter(const program::Program& before, const program::Program& after, const EntryPlans& plans,
                                          const Entry& entry);

// An entry whose parameters are scalars, with globals as they are initialised: it needs no harness.
Entry makePlainEntry(const program::Program& before, program::FunctionId beforeFunction, const program::Program& after,
                     program::FunctionId afterFunction, expr::ExprPool& pool);

}  // namespace cleave::explore
